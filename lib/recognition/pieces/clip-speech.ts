import type { Span } from '#lib/recognition/pieces/find-speech';

/** What of the speech, which is in order, lies between two times. */
export function clipSpeech(speech: readonly Span[], { startMs, endMs }: Span): Span[] {
  return speech
    .map((span) => ({ startMs: Math.max(span.startMs, startMs), endMs: Math.min(span.endMs, endMs) }))
    .filter((span) => span.endMs > span.startMs);
}

/** How long these stretches are together, in milliseconds. */
export function sumSpeech(speech: readonly Span[]): number {
  return speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}
