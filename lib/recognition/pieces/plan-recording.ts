import { measureLevels, trackFrames } from '#lib/media/sound/frames';
import { cutPieces } from '#lib/recognition/pieces/cut-pieces';
import type { Engine } from '#lib/recognition/engine';
import { findQuietPoint } from '#lib/recognition/pieces/find-quiet-point';
import { findSpeech } from '#lib/recognition/pieces/find-speech';
import type { Piece, Span } from '#lib/recognition/pieces/piece';
import { packPieces } from '#lib/recognition/pieces/pack-pieces';
import { planPieces } from '#lib/recognition/pieces/plan-pieces';
import type { Recording } from '#lib/recognition/pieces/recognize-pieces';
import { toVoiceGain } from '#lib/recognition/pieces/voice-gain';
import type { SpeechPool } from '#lib/recognition/speech/speech-pool';

/** Maximum piece lengths in ms for engines that accept more; the best measured with Parakeet v3 on Earnings-22. */
const maxPieceMs = { byVoiceActivity: 28_000, byLoudness: 30_000 };

export interface RecordingPlan {
  /** The pieces of all channels in order of time, computed as they are consumed. */
  pieces: AsyncIterable<Piece>;
  /** The speech found in a channel, as far as the pieces were consumed; undefined without voice activity detection. */
  getSpeech: (channel: number) => readonly Span[] | undefined;
}

/**
 * Plans the pieces of a recording, deterministically: by loudness without a model for voice activity and for engines
 * that prefer short pieces, else by voice activity.
 */
export function planRecording(
  { channels, totalMs }: Recording,
  {
    engine,
    voiceActivity,
    signal,
  }: {
    engine: Pick<Engine, 'cuts' | 'description'>;
    voiceActivity: Pick<SpeechPool, 'ask'> | undefined;
    signal: AbortSignal;
  },
): RecordingPlan {
  const takenMs = engine.description.capabilities.maxPieceSeconds * 1000;
  if (voiceActivity === undefined || engine.cuts === 'short') {
    const maxMs = Math.min(maxPieceMs.byLoudness, takenMs);
    return { pieces: cutByLoudness(channels, { maxMs, signal }), getSpeech: () => undefined };
  }
  const speech: Span[][] = channels.map(() => []);
  const maxMs = Math.min(maxPieceMs.byVoiceActivity, takenMs);
  const packed = channels.map((pcmPath, channel) => {
    const spans = collectSpans(listen(pcmPath, totalMs, voiceActivity, signal), speech[channel] ?? []);
    return packPieces(spans, {
      ...{ channel, totalMs, maxMs },
      findQuietPoint: (span) => findQuietPoint(pcmPath, span),
    });
  });
  return { pieces: planPieces(packed), getSpeech: (channel) => speech[channel] };
}

/** Finds the speech in a channel, amplified if it is quiet. */
async function* listen(
  pcmPath: string,
  totalMs: number,
  pool: Pick<SpeechPool, 'ask'>,
  signal: AbortSignal,
): AsyncGenerator<Span> {
  const gain = toVoiceGain(await measureLevels(pcmPath, trackFrames, signal));
  yield* findSpeech({ pcmPath, totalMs, gain }, pool, signal);
}

/** Yields all spans and collects those with speech. */
async function* collectSpans(spans: AsyncIterable<Span>, collected: Span[]): AsyncGenerator<Span> {
  for await (const span of spans) {
    if (span.endMs > span.startMs) collected.push(span);
    yield span;
  }
}

async function* cutByLoudness(
  channels: readonly string[],
  limits: { maxMs: number; signal: AbortSignal },
): AsyncGenerator<Piece> {
  const plans = await Promise.all(
    channels.map(async (pcmPath, channel) =>
      (await cutPieces(pcmPath, limits)).map((piece) => ({ ...piece, channel })),
    ),
  );
  const inOrder = plans.flat().toSorted((a, b) => a.startMs - b.startMs || a.channel - b.channel);
  for (const [index, piece] of inOrder.entries()) yield { ...piece, index };
}
