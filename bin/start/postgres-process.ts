import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';
import { log } from '#lib/settings/log';
import { printLine, Stop } from '#bin/cli-output.mjs';

/** An embedded PostgreSQL that is restarted whenever it exits. */
export interface PostgresProcess {
  url(): string;
  stop(): Promise<void>;
}

/** Starts the data folder's PostgreSQL and keeps it running. `onMoved` reports a new address. Throws a `Stop`. */
export async function startPostgresProcess(
  dataDir: string,
  { onMoved, signal }: { onMoved: () => void; signal?: AbortSignal },
): Promise<PostgresProcess> {
  let server = await startFirst(dataDir, signal);
  const stopping = new AbortController();

  const startAgain = async () => {
    while (!stopping.signal.aborted) {
      try {
        return await startEmbeddedPostgres({ dataDir, say: printLine, signal: stopping.signal });
      } catch (error) {
        if (stopping.signal.aborted) break;
        log().error({ error }, 'PostgreSQL restart failed');
        await sleep(1000);
      }
    }
    return server;
  };
  const watch = async () => {
    for (;;) {
      const how = await server.ended;
      if (stopping.signal.aborted) return;
      log().error({ process: 'postgres', how }, `PostgreSQL exited (${how}), restarting`);
      const before = server.url;
      server = await startAgain();
      if (stopping.signal.aborted) return server.stop();
      if (server.url !== before) onMoved();
    }
  };
  const watching = watch();
  return {
    url: () => server.url,
    stop: async () => {
      stopping.abort();
      await server.stop();
      // A restart may have been about to begin.
      await watching;
    },
  };
}

async function startFirst(
  dataDir: string,
  signal: AbortSignal | undefined,
): ReturnType<typeof startEmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, say: printLine, ...(signal && { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    throw new Stop((error as Error).message, { cause: error });
  }
}
