import path from 'node:path';
import { createFirstAccount, type NewAccount } from '#lib/accounts/create-account';
import { connect } from '#lib/db/connect';
import { ensureOperator } from '#lib/operator/set-role';
import { addSampleTranscript } from '#lib/samples/add-sample-transcript';
import type { Env } from '#lib/settings/env';
import { unlessAborted } from '#lib/db/unless-aborted';
import { readSettings } from './check-settings';
import { onInterruption, sameKeyPressMs } from '#bin/interruption.mjs';
import { agreeOnSecret } from './agree-on-secret';
import { startPostgresProcess } from './postgres-process';
import { retryOnOutage, type Attempt } from './retry-on-outage';
import { supervise, whenAllReady } from './supervise';
import { completeModels } from '#bin/models/complete-models';
import { checkStorage } from './check-storage';
import { migrateOrStop } from './migrate-or-stop';
import { formatWelcome } from './welcome';
import { printLine } from '#bin/cli-output.mjs';

/** Runs database, web server and workers until an interruption, then stops them all. A second interruption hurries. */
export async function runService(): Promise<void> {
  const settings = readSettings();
  const { asked, hurry } = listenForStop();
  const stops: (() => Promise<unknown>)[] = [];
  let onMoved = () => {};
  try {
    const database = settings.databaseUrl
      ? { url: () => settings.databaseUrl ?? '', stop: async () => {} }
      : await startPostgresProcess(settings.dataDir, { onMoved: () => onMoved(), signal: asked });
    stops.push(() => database.stop());
    await unlessAborted(checkStorage(settings), asked);
    await retryOnOutage(
      database,
      async ({ url, signal }) => {
        await migrateOrStop(url, settings, signal);
        signal.throwIfAborted();
        await agreeOnSecret(url, settings);
      },
      { asked },
    );
    const processes = choosePrograms(settings).map(({ number, ...program }) =>
      supervise({
        ...program,
        environment: () => childEnvironment(settings, { url: database.url(), number }),
      }),
    );
    onMoved = () => processes.forEach((process) => process.restart());
    stops.push(() => Promise.all(processes.map((process) => process.stop(hurry))));

    await unlessAborted(whenAllReady(processes), asked);
    const account =
      settings.role === 'worker' ? undefined : await retryOnOutage(database, prepareAccounts(), { asked });
    welcome(settings, account);
    // Only now, so that the start has the whole machine.
    const models = settings.role === 'web' ? undefined : completeModels(settings, asked);
    stops.push(() => Promise.resolve(models));
    await whenAborted(asked);
  } catch (error) {
    // An interrupted start is no failure.
    if (error !== asked.reason) throw error;
  } finally {
    if (asked.aborted) printLine('Stopping…');
    // The database last, because others use it while stopping.
    for (const stop of stops.toReversed()) await stop();
  }
}

/** Lists the processes of this machine; `number` is the offset of its metrics port. */
function choosePrograms({ role, workers }: Env): { name: string; script: string; number: number }[] {
  const web = { name: 'web', script: '.programs/app/server.js', number: 0 };
  const work = Array.from({ length: workers }, (_, i) => ({
    name: 'worker',
    script: '.programs/lib/worker/main.js',
    number: i + 1,
  }));
  return [...(role === 'worker' ? [] : [web]), ...(role === 'web' ? [] : work)];
}

/** Prints that the service is ready; the first time, with an account whose secrets are shown only now. */
function welcome(settings: Env, account: NewAccount | undefined): void {
  if (settings.role === 'worker') {
    printLine(`Longhand is ready as a worker: ${settings.workerTasks.join(', ')}`);
    return;
  }
  console.log(`Longhand is ready at ${settings.baseUrl}`);
  if (settings.payments.kind === 'test' && settings.priceCentsPerMinute > 0) {
    printLine('Top-ups are test payments: no money moves. Set up Stripe, or set LONGHAND_TEST_PAYMENTS=off');
  }
  if (!account) return;
  const everywhere = settings.host === '0.0.0.0' || settings.host === '::';
  const host = everywhere ? '127.0.0.1' : settings.host;
  const localAddress = `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}`;
  const sample = path.resolve('public/sample.mp3');
  console.log(`\n${formatWelcome({ ...account, address: settings.baseUrl, localAddress, sample })}`);
}

/** Returns the step that creates the first account, an operator, if there is none. */
function prepareAccounts(): (attempt: Attempt) => Promise<NewAccount | undefined> {
  const attempts = {};
  return async ({ url }) => {
    const connection = connect(url, { max: 1 });
    try {
      const { db } = connection;
      const account = await createFirstAccount(db, { onCreated: addSampleTranscript }, attempts);
      await ensureOperator(db);
      return account;
    } finally {
      await connection.close();
    }
  };
}

/** Returns a process's environment; each serves Prometheus on its own port, by number. */
function childEnvironment(
  settings: Env,
  { url: databaseUrl, number }: { url: string; number: number },
): NodeJS.ProcessEnv {
  const { metrics } = settings;
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: databaseUrl,
    LONGHAND_DATA_DIR: settings.dataDir,
    BASE_URL: settings.baseUrl,
    // next-auth reads only its own settings.
    NEXTAUTH_URL: settings.baseUrl,
    PORT: String(settings.port),
    ...(metrics && { LONGHAND_METRICS_PORT: String(metrics.port + number) }),
  };
}

function listenForStop(): { asked: AbortSignal; hurry: AbortSignal } {
  const asked = new AbortController();
  const hurry = new AbortController();
  let askedAt = 0;
  onInterruption(() => {
    if (!asked.signal.aborted) askedAt = Date.now();
    else if (Date.now() - askedAt > sameKeyPressMs) hurry.abort();
    asked.abort();
  });
  return { asked: asked.signal, hurry: hurry.signal };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
