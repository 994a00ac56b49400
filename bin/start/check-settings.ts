import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv, SettingsError, type Env } from '#lib/settings/env';
import { printLine, Stop } from '#bin/cli-output.mjs';

/** Reads the settings of this process; stops with a line for each faulty one. */
export function readSettings(): Env {
  try {
    return parseEnv(process.env);
  } catch (error) {
    if (error instanceof SettingsError) throw new Stop(error.message);
    throw error;
  }
}

/** Stops on faulty settings and busy ports. `portWaitMs` is for a killed Longhand's port; PORT=0 becomes a free one. */
export async function checkSettings({ portWaitMs }: { portWaitMs: number }): Promise<void> {
  const settings = readSettings();
  const { host, port } = settings;
  const giveUpAt = performance.now() + portWaitMs;
  if (settings.role === 'worker') return checkMetricsPorts(settings, { port: 0, giveUpAt });
  const tried = await waitForPort({ host, port, giveUpAt });
  if (typeof tried === 'string') throw new Stop(explain(tried, { host, port }));
  process.env['PORT'] = String(tried);
  await checkMetricsPorts(settings, { port: tried, giveUpAt });
}

/** Stops unless each process has a port for Prometheus: the web server the configured one, workers the next. */
export async function checkMetricsPorts(
  { metrics, workers, role }: Pick<Env, 'metrics' | 'workers' | 'role'>,
  { port, giveUpAt }: { port: number; giveUpAt: number },
): Promise<void> {
  if (metrics === undefined) return;
  const { host, port: base } = metrics;
  const first = role === 'worker' ? base + 1 : base;
  const last = role === 'web' ? base : base + workers;
  const needs = `each process needs one, ${first} to ${last}`;
  if (last > 65_535) throw new Stop(`LONGHAND_METRICS_PORT: invalid ports: ${needs}`);
  if (first <= port && port <= last) throw new Stop(`LONGHAND_METRICS_PORT: overlaps with PORT: ${needs}`);
  for (let candidate = first; candidate <= last; candidate += 1) {
    const tried = await waitForPort({ host, port: candidate, giveUpAt });
    if (typeof tried === 'string') {
      throw new Stop(
        `LONGHAND_METRICS_PORT: port ${candidate} of ${host} can't be used (${tried}): ${needs}`,
      );
    }
  }
}

/** Returns the port once it can be bound, or the error's code. */
async function waitForPort({
  host,
  port,
  giveUpAt,
}: {
  host: string;
  port: number;
  giveUpAt: number;
}): Promise<number | string> {
  let tried = await tryToListen(host, port);
  const isInUse = () => tried === 'EADDRINUSE' && performance.now() < giveUpAt;
  if (isInUse()) printLine(`Waiting for port ${port} to be released…`);
  while (isInUse()) {
    await sleep(100);
    tried = await tryToListen(host, port);
  }
  return tried;
}

function explain(code: string, { host, port }: { host: string; port: number }): string {
  if (code === 'EADDRINUSE') {
    return `PORT: ${port} is already in use on ${host}. Choose another port, such as PORT=${port + 1}`;
  }
  if (code === 'EACCES') return `PORT: no permission to listen on port ${port}. Choose one above 1023`;
  return `HOST: this machine can't listen on ${host} (${code})`;
}

/** Returns the port if it can be bound, or the error's code. */
function tryToListen(host: string, port: number): Promise<number | string> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
