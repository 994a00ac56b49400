import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
  const dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-mortal-'));
  // PostgreSQL's user must be able to enter it when we run as root.
  await chmod(dataDir, 0o711);
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
