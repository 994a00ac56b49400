import type { SpeechPool } from '#lib/recognition/speech/speech-pool';
import type { Span } from '#lib/recognition/pieces/piece';

/** The first block is short, so that the first words come soon; each is twice as long as the one before. */
const firstBlockMs = 30_000;
/** 4 minutes of samples are 15 MB in the process that listens. */
const maxBlockMs = 240_000;
/** A span that the block before took for too short may begin so long before a block. */
const overlapMs = 500;
/** A word may begin just before the end of a block that ends in silence: this much of it is not yet known to be silent. */
const unsureMs = 1000;
/** Listening takes 1% of real time. */
const minDeadlineMs = 120_000;

/** Decoded sound of this length, and the factor to amplify it by for its voices to be heard (`toVoiceGain`). */
export interface SoundToHear {
  pcmPath: string;
  totalMs: number;
  gain: number;
}

/**
 * The stretches of the recording with speech, in order, none touching another. An empty span says that there is
 * no speech from the span before it up to there: one comes after each block that ends in silence, so that a reader need
 * not wait for the next word to know. `pool` is of the role `voice-activity`; one block of at most 4 minutes is asked
 * for at a time, one ahead of the reader. The same recording always gives the same spans. Throws as `SpeechPool.ask`.
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
    // The block is asked for ahead: its failure is of interest once it is its turn.
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
