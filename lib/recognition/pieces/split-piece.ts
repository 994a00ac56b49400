import { findQuietPoint } from '#lib/recognition/pieces/find-quiet-point';
import type { Span } from '#lib/recognition/pieces/find-speech';

/** What is shorter stays whole: of less than a second, models hear little. */
const minPartMs = 1000;

/**
 * Cuts a stretch in two at the longest pause of its speech, or where it is quietest around its middle; into parts of a second or
 * more, else it stays one.
 */
export async function splitPiece(pcmPath: string, stretch: Span, speech: readonly Span[]): Promise<Span[]> {
  const { startMs, endMs } = stretch;
  const least = startMs + minPartMs;
  const most = endMs - minPartMs;
  if (least > most) return [{ startMs, endMs }];
  let longest: { cutMs: number; pauseMs: number } | undefined;
  for (const [i, { endMs: fromMs }] of speech.entries()) {
    const next = speech[i + 1];
    if (next === undefined) break;
    const cutMs = Math.round((fromMs + next.startMs) / 2);
    const pauseMs = next.startMs - fromMs;
    if (cutMs >= least && cutMs <= most && pauseMs > (longest?.pauseMs ?? 0)) longest = { cutMs, pauseMs };
  }
  const cutMs = longest?.cutMs ?? (await findQuietMiddle(pcmPath, stretch));
  return [
    { startMs, endMs: cutMs },
    { startMs: cutMs, endMs },
  ];
}

async function findQuietMiddle(pcmPath: string, { startMs, endMs }: Span): Promise<number> {
  const edgeMs = Math.max(minPartMs, Math.round((endMs - startMs) / 4));
  return findQuietPoint(pcmPath, { startMs: startMs + edgeMs, endMs: endMs - edgeMs });
}
