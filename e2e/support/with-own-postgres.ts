import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';
import { childProcesses } from './child-processes';
import { makeFolder } from './temporary-folder';

/**
 * Runs work with a PostgreSQL of this program's own, whose address is in TEST_DATABASE_URL, and a folder to work in.
 * Both are removed afterwards; if the program is interrupted, so are they and the services that the work has started.
 */
export async function withOwnPostgres(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await makeFolder();
  const interruption = new AbortController();
  const starting = startEmbeddedPostgres({ dataDir: folder, signal: interruption.signal });
  const endAll = async (): Promise<void> => {
    const [started] = await Promise.allSettled([starting]);
    if (started.status === 'fulfilled') await started.value.stop();
    await rm(folder, { recursive: true, force: true });
  };
  let ended: Promise<void> | undefined;
  // A second call waits for the same end: cutting it short would leave PostgreSQL behind.
  const end = (): Promise<void> => (ended ??= endAll());
  for (const [signal, code] of [
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      interruption.abort(new Error('interrupted'));
      // The processes of a service end with it.
      for (const pid of childProcesses('bin/cli.mjs start')) process.kill(pid, 'SIGKILL');
      void end().finally(() => process.exit(code));
    });
  }
  try {
    process.env['TEST_DATABASE_URL'] = (await starting).superuserUrl;
    await work(folder);
  } finally {
    await end();
  }
}
