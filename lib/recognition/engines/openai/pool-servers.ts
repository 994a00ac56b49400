import { forgetAccepted, type Server } from '#lib/recognition/engines/openai/server';
import type { Times } from '#lib/recognition/engines/openai/times';

/*
 * Pieces wait in one line, not one for each server: the first in line gets the next free server, so that a slow
 * server holds up nothing but what it has. A server that failed rests, longer each time; then it gets a single piece, and
 * all of its room again once it has answered.
 */

/** The number of times that a piece was tried on a server, or undefined when it must not go there. */
export type Rank = (server: Server) => number | undefined;

/** The lesson of a request about its server. */
export type Verdict =
  | { kind: 'answered' }
  /** It asked to be left alone for a while, which is no failure. */
  | { kind: 'busy'; restMs: number }
  | { kind: 'failed' }
  /** Nothing: the request was stopped from here. */
  | { kind: 'none' };

/** A place on a server for one request, until `release`. */
export interface Lease {
  server: Server;
  release(verdict: Verdict): void;
}

export interface ServerPool {
  /** Waits for room on a server that `rank` lets through; undefined when it lets none through. Throws the signal's reason. */
  take(rank: Rank, signal: AbortSignal): Promise<Lease | undefined>;
  /** Forgets all rests; nothing may be taken afterwards. */
  close(): void;
}

interface Waiting {
  rank: Rank;
  give: (lease: Lease | undefined) => void;
  tried: boolean;
}

/** Shares `servers` among pieces: at most `inFlight` on each, the one with the least first. */
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
    // A request from before the last failure tells nothing new.
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
        // A piece that was tried already has its time running: it goes before all that were not.
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

/** The least tries of the piece first, then the least to do, then the longest wait. */
function compare(a: Server, b: Server, rank: Rank): number {
  const tries = (rank(a) ?? 0) - (rank(b) ?? 0);
  return tries || a.inFlight - b.inFlight || a.lastUsed - b.lastUsed;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The work was aborted.', { cause: reason });
}
