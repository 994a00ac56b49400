import { rm } from 'node:fs/promises';
import { makeFolder } from '#e2e/support/temporary-folder';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';

/** A PostgreSQL that can be killed and restarted at the same address. */
export interface MortalPostgres {
  url: string;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a separate PostgreSQL that loses nothing that was committed. */
export async function startMortalPostgres(): Promise<MortalPostgres> {
  const dataDir = await makeFolder();
  let server = await startEmbeddedPostgres({ dataDir });
  const { superuserUrl: url, folder } = server;
  return {
    url,
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
    },
    async startAgain() {
      server = await startEmbeddedPostgres({ dataDir });
      if (server.superuserUrl !== url) throw new Error('another program has taken the port of PostgreSQL');
    },
    async stop() {
      await server.stop();
      for (const left of [folder, dataDir]) await rm(left, { recursive: true, force: true });
    },
  };
}
