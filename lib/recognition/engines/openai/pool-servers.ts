import { forgetAccepted, type Server } from '#lib/recognition/engines/openai/server';
import type { Times } from '#lib/recognition/engines/openai/times';

/*
 * Pieces wait in one queue for all servers: the first gets the next free server, so a slow server delays only its own.
 * A failed server pauses, longer each time. Then it gets a single piece, and its full concurrency after a success.
 */

/** Returns the number of attempts of a piece on a server, undefined to exclude the server. */
export type Rank = (server: Server) => number | undefined;

/** The outcome of a request as it affects its server. */
export type Verdict =
  | { kind: 'answered' }
  /** The server asked to retry later, which isn't a failure. */
  | { kind: 'busy'; restMs: number }
  | { kind: 'failed' }
  /** No outcome, because the request was aborted. */
  | { kind: 'none' };

/** A slot on a server for one request, until `release`. */
export interface Lease {
  server: Server;
  release(verdict: Verdict): void;
}

export interface ServerPool {
  /** Waits for a slot on a server that `rank` allows; undefined if it allows none. Throws the signal's reason. */
  take(rank: Rank, signal: AbortSignal): Promise<Lease | undefined>;
  /** Cancels all pauses. Nothing may be taken afterwards. */
  close(): void;
}

interface Waiting {
  rank: Rank;
  give: (lease: Lease | undefined) => void;
  tried: boolean;
}

/** Distributes pieces among `servers`, at most `inFlight` on each, least busy first. */
export function poolServers(
  servers: readonly Server[],
  { inFlight, times }: { inFlight: number; times: Pick<Times, 'restMs' | 'after'> },
): ServerPool {
  const line: Waiting[] = [];
  let requests = 0;

  const choose = (rank: Rank): Server | undefined => {
    const free = servers
      .filter((server) => hasCapacity(server, inFlight) && rank(server) !== undefined)
      .toSorted((a, b) => compare(a, b, rank));
    return free[0];
  };
  const serve = () => {
    for (const waiting of [...line]) {
      const server = choose(waiting.rank);
      if (server === undefined && servers.some((other) => waiting.rank(other) !== undefined)) continue;
      line.splice(line.indexOf(waiting), 1);
      waiting.give(server && lend(server));
    }
  };
  const rest = (server: Server, ms: number) => {
    server.endRest?.();
    server.endRest = times.after(ms, () => {
      server.endRest = undefined;
      serve();
    });
  };
  const learn = (server: Server, era: number, verdict: Verdict) => {
    // A request that began before the last failure is no new evidence.
    if (era !== server.era) return;
    if (verdict.kind === 'answered') server.failures = 0;
    if (verdict.kind === 'busy') rest(server, verdict.restMs);
    if (verdict.kind !== 'failed') return;
    server.era += 1;
    server.failures += 1;
    forgetAccepted(server.transcriptions);
    forgetAccepted(server.translations);
    rest(server, times.restMs(server.failures));
  };
  const lend = (server: Server): Lease => {
    server.inFlight += 1;
    requests += 1;
    server.lastUsed = requests;
    const { era } = server;
    return {
      server,
      release: (verdict) => {
        server.inFlight -= 1;
        learn(server, era, verdict);
        serve();
      },
    };
  };

  return {
    take: async (rank, signal) => {
      signal.throwIfAborted();
      return await new Promise<Lease | undefined>((resolve, reject) => {
        const leave = () => {
          line.splice(line.indexOf(waiting), 1);
          reject(asError(signal.reason));
        };
        const give = (lease: Lease | undefined) => {
          signal.removeEventListener('abort', leave);
          resolve(lease);
        };
        const waiting: Waiting = { rank, give, tried: servers.some((server) => (rank(server) ?? 1) > 0) };
        signal.addEventListener('abort', leave, { once: true });
        // A retried piece has its timeout running, so it precedes those not tried yet.
        const at = waiting.tried ? line.findIndex(({ tried }) => !tried) : -1;
        line.splice(at < 0 ? line.length : at, 0, waiting);
        serve();
      });
    },
    close: () => {
      for (const server of servers) server.endRest?.();
    },
  };
}

function hasCapacity(server: Server, inFlight: number): boolean {
  if (server.endRest !== undefined) return false;
  return server.inFlight < (server.failures > 0 ? 1 : inFlight);
}

/** Orders servers by attempts of the piece, then load, then least recent use. */
function compare(a: Server, b: Server, rank: Rank): number {
  const tries = (rank(a) ?? 0) - (rank(b) ?? 0);
  return tries || a.inFlight - b.inFlight || a.lastUsed - b.lastUsed;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The work was aborted.', { cause: reason });
}
