import { parseMetrics, type Sample } from '#e2e/support/read-metrics';
import { freePort } from '#e2e/support/start-longhand';
import type { FaultRun } from './fault-run';
import { startVictim, type Victim } from './start-victim';

/** A service that exposes its metrics. */
export interface MeasuredVictim extends Victim {
  metricsUrl: string;
}

/** Returns settings with which the web server exposes its metrics, and their address. */
export async function showMetrics(): Promise<{ settings: Record<string, string>; metricsUrl: string }> {
  // The workers use the ports after it.
  const port = await freePort(4);
  return {
    settings: { LONGHAND_METRICS_PORT: String(port) },
    metricsUrl: `http://127.0.0.1:${port}/metrics`,
  };
}

/** Starts a service that exposes its metrics. */
export async function startMeasuredVictim(run?: FaultRun): Promise<MeasuredVictim> {
  const { settings, metricsUrl } = await showMetrics();
  return { ...(await startVictim(settings, run)), metricsUrl };
}

/** Reads the web server's metrics. */
export async function readMetrics({ metricsUrl }: MeasuredVictim): Promise<Sample[]> {
  return parseMetrics(await (await fetch(metricsUrl)).text());
}
