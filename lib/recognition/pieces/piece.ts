/** A part of a recording given to an engine. Times are milliseconds from the start of the recording. */
export interface Piece {
  /** Counted from 0 in the order of the plan, which is deterministic. */
  index: number;
  /** The recording's channel, 0 if they are mixed. */
  channel: number;
  startMs: number;
  endMs: number;
  /** The channel time that this piece completes: its length plus the silence before it. */
  coversMs: number;
  /** True if there is nothing to recognize. */
  silent: boolean;
}

/** A span of a recording, in milliseconds from its start. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** Returns the speech, which is in order, between two times. */
export function clipSpeech(speech: readonly Span[], { startMs, endMs }: Span): Span[] {
  return speech
    .map((span) => ({ startMs: Math.max(span.startMs, startMs), endMs: Math.min(span.endMs, endMs) }))
    .filter((span) => span.endMs > span.startMs);
}

/** Returns the total length of spans, in milliseconds. */
export function sumSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}

/** Sorts spans by time, and joins those that overlap. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last !== undefined && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else joined.push({ startMs, endMs });
  }
  return joined;
}
