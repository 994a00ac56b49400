import { log } from '#lib/settings/log';
import { EngineFailure } from '#lib/recognition/engine';
import type { Rank, ServerPool, Verdict } from '#lib/recognition/engines/openai/pool-servers';
import type { ReadTranscript } from '#lib/recognition/engines/openai/read-answer';
import type { PieceResult } from '#lib/recognition/engines/openai/recognize-piece';
import type { Server } from '#lib/recognition/engines/openai/server';
import { maxTries, type Times } from '#lib/recognition/engines/openai/times';

interface Attempt {
  pool: ServerPool;
  times: Times;
  pieceMs: number;
  signal: AbortSignal;
}

/**
 * Tries `work` on one server after another until one recognizes the piece. Retries a failed server up to `maxTries`
 * times or consecutive failures, but not one that rejected the piece. Throws an `EngineFailure` with the last cause if
 * no server is left or the timeout is over, and the signal's reason.
 */
export async function tryServers(
  { pool, times, pieceMs, signal }: Attempt,
  work: (server: Server, signal: AbortSignal) => Promise<PieceResult>,
): Promise<ReadTranscript> {
  const tries = new Map<Server, number>();
  const refused = new Set<Server>();
  const rank: Rank = (server) => {
    const tried = tries.get(server) ?? 0;
    const isGivenUp = tried >= maxTries || (tried > 0 && server.failures >= maxTries);
    return refused.has(server) || isGivenUp ? undefined : tried;
  };
  const over = new AbortController();
  let cancel: (() => void) | undefined;
  let cause = 'all of them are paused';
  try {
    for (;;) {
      const lease = await pool.take(rank, AbortSignal.any([signal, over.signal]));
      if (lease === undefined)
        throw new EngineFailure(`no speech server could transcribe the piece: ${cause}`);
      const { server } = lease;
      // The timeout excludes waiting behind other pieces.
      cancel ??= times.after(times.totalMs(pieceMs), () => over.abort());
      let verdict: Verdict = { kind: 'none' };
      try {
        const deadlineMs = times.deadlineMs(pieceMs);
        const stop = AbortSignal.any([signal, over.signal]);
        const outcome = await inTime(server, { deadlineMs, times, signal: stop }, work);
        verdict = judge(outcome, times);
        if (outcome.kind === 'heard') return outcome.heard;
        cause = outcome.cause;
        if (outcome.kind === 'refused') refused.add(server);
        if (outcome.kind === 'failed') tries.set(server, (tries.get(server) ?? 0) + 1);
        log().warn({ server: server.name, kind: outcome.kind, cause }, 'speech server failed on a piece');
      } finally {
        lease.release(verdict);
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!over.signal.aborted) throw error;
    throw new EngineFailure(`no speech server transcribed the piece in time: ${cause}`, { cause: error });
  } finally {
    cancel?.();
  }
}

function judge(outcome: PieceResult, times: Times): Verdict {
  switch (outcome.kind) {
    case 'heard':
    case 'refused':
      return { kind: 'answered' };
    case 'busy':
      return { kind: 'busy', restMs: times.askedRestMs(outcome.askedRestMs) };
    case 'failed':
      return { kind: 'failed' };
  }
}

/** A server that exceeds the timeout has failed. */
async function inTime(
  server: Server,
  { deadlineMs, times, signal }: { deadlineMs: number; times: Times; signal: AbortSignal },
  work: (server: Server, signal: AbortSignal) => Promise<PieceResult>,
): Promise<PieceResult> {
  const late = new AbortController();
  const cancel = times.after(deadlineMs, () => late.abort());
  try {
    return await work(server, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (!late.signal.aborted) throw error;
    return { kind: 'failed', cause: `${server.name}: no response within ${Math.round(deadlineMs / 1000)} s` };
  } finally {
    cancel();
  }
}
