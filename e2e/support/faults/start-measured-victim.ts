import { parseMetrics, type Sample } from '#e2e/support/read-metrics';
import { freePort } from '#e2e/support/start-longhand';
import type { FaultRun } from './fault-run';
import { startVictim, type Victim } from './start-victim';

/** A service that shows its metrics. */
export interface MeasuredVictim extends Victim {
  metricsUrl: string;
}

/** Settings with which the web server shows its metrics, and where. */
export async function showMetrics(): Promise<{ settings: Record<string, string>; metricsUrl: string }> {
  // The workers have the ports behind it.
  const port = await freePort(4);
  return {
    settings: { LONGHAND_METRICS_PORT: String(port) },
    metricsUrl: `http://127.0.0.1:${port}/metrics`,
  };
}

/** Starts a service that shows its metrics. */
export async function startMeasuredVictim(run?: FaultRun): Promise<MeasuredVictim> {
  const { settings, metricsUrl } = await showMetrics();
  return { ...(await startVictim(settings, run)), metricsUrl };
}

/** What the web server counts. */
export async function readMetrics({ metricsUrl }: MeasuredVictim): Promise<Sample[]> {
  return parseMetrics(await (await fetch(metricsUrl)).text());
}
