/** One stretch of a recording that an engine is given. Times are milliseconds from the start of the recording. */
export interface Piece {
  /** Counted from 0 in the order of the plan; the same recording is always cut the same way. */
  index: number;
  /** Which of the recording's channels; 0 where they are mixed. */
  channel: number;
  startMs: number;
  endMs: number;
  /** The time of its channel that is done with this piece: its own length, and the silence before it. */
  coversMs: number;
  /** True if there is nothing to recognize. */
  silent: boolean;
}

/** A stretch of a recording, in milliseconds from its start. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** The part of the speech, which is in order, that lies between two times. */
export function clipSpeech(speech: readonly Span[], { startMs, endMs }: Span): Span[] {
  return speech
    .map((span) => ({ startMs: Math.max(span.startMs, startMs), endMs: Math.min(span.endMs, endMs) }))
    .filter((span) => span.endMs > span.startMs);
}

/** The length of all spans together, in milliseconds. */
export function sumSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}

/** Spans in order of time, those that overlap as one. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last !== undefined && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else joined.push({ startMs, endMs });
  }
  return joined;
}
