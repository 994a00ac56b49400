import type { SpeechPool } from '#lib/recognition/speech/speech-pool';
import type { Span } from '#lib/recognition/pieces/piece';

/** The first block is short for early results. Each is twice as long as the previous one. */
const firstBlockMs = 30_000;
/** 4 minutes of samples take 15 MB in the voice activity process. */
const maxBlockMs = 240_000;
/** Blocks overlap, because the previous block may have dropped a span's beginning as too short. */
const overlapMs = 500;
/** The end of a block that ends in silence is uncertain, since a word may just have begun. */
const unsureMs = 1000;
/** Voice activity detection takes 1% of real time. */
const minDeadlineMs = 120_000;

/** Decoded sound of this length, and the gain that makes its voices audible (`toVoiceGain`). */
export interface SoundToHear {
  pcmPath: string;
  totalMs: number;
  gain: number;
}

/**
 * Yields spans of speech in order, not touching. An empty span means that there is no speech since the previous one: it
 * follows each block that ends in silence, so that readers need not wait for the next word. `pool` has the role
 * `voice-activity`. Requests blocks of up to 4 minutes, one ahead of the reader. Deterministic. Throws as
 * `SpeechPool.ask` does.
 */
export async function* findSpeech(
  { pcmPath, totalMs, gain }: SoundToHear,
  pool: Pick<SpeechPool, 'ask'>,
  signal: AbortSignal,
): AsyncGenerator<Span> {
  const ended = new AbortController();
  const ask = (block: Span | undefined) => {
    if (block === undefined) return undefined;
    const deadlineMs = Math.max(minDeadlineMs, block.endMs - block.startMs);
    const spans = pool.ask<Span[]>(
      { pcmPath, gain, ...block },
      { deadlineMs, signal: AbortSignal.any([signal, ended.signal]) },
    );
    // Requested ahead, so its error is handled when it is awaited.
    spans.catch(() => undefined);
    return { block, spans };
  };
  const blocks = cutBlocks(totalMs);
  let next = ask(blocks.next().value);
  let held: Span | undefined;
  let doneMs = 0;
  try {
    while (next !== undefined) {
      const { block, spans } = next;
      const heard = await spans;
      next = ask(blocks.next().value);
      for (const span of heard) {
        const startMs = Math.max(span.startMs, block.startMs - overlapMs, doneMs);
        if (held !== undefined && startMs <= held.endMs) {
          held = { startMs: Math.min(held.startMs, startMs), endMs: Math.max(held.endMs, span.endMs) };
          continue;
        }
        if (held !== undefined) {
          yield held;
          doneMs = held.endMs;
        }
        held = { startMs, endMs: span.endMs };
      }
      const silentMs = block.endMs - unsureMs;
      if ((held?.endMs ?? doneMs) >= silentMs) continue;
      if (held !== undefined) yield held;
      held = undefined;
      doneMs = silentMs;
      yield { startMs: silentMs, endMs: silentMs };
    }
    if (held !== undefined) yield held;
  } finally {
    ended.abort();
  }
}

function* cutBlocks(totalMs: number): Generator<Span, undefined> {
  let lengthMs = firstBlockMs;
  for (let startMs = 0; startMs < totalMs;) {
    const endMs = Math.min(startMs + lengthMs, totalMs);
    yield { startMs, endMs };
    startMs = endMs;
    lengthMs = Math.min(2 * lengthMs, maxBlockMs);
  }
}
