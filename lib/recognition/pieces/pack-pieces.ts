import type { Piece, Span } from '#lib/recognition/pieces/piece';

export type ChannelPiece = Omit<Piece, 'index'>;

export interface PackOptions {
  channel: number;
  totalMs: number;
  maxMs: number;
  /** Finds the best cut between two times of continuous speech, in milliseconds. */
  findQuietPoint: (span: Span) => Promise<number>;
}

/** Padding on each side of speech, unless a neighbor is closer: edges are accurate to about 0.25 s. */
const paddingMs = 300;
/** Never part of a piece, since engines invent words in silence. */
const longPauseMs = 2000;
/** The first piece ends at the first pause after 5 s, for early results. */
const firstMs = { least: 5000, most: 10_000 };
/** The minimum share of the maximum length: short pieces cost accuracy, but a better pause is worth the rest. */
const minShare = 0.6;
/** Longer pauses are all equally good for cutting. */
const enoughPauseMs = 700;
/** Silence of this length is a piece, so that progress is visible. */
const silentPieceMs = 60_000;

/**
 * Packs a channel's speech from `findSpeech` into pieces of at most `maxMs`: joins neighbors, cuts at the longest
 * pauses, and continuous speech at its quietest point. Pieces are in order and don't overlap, and the time they cover
 * adds up to `totalMs`. Silent pieces cover long silence, including that at the end. Yields each piece as soon as it is
 * final. Deterministic.
 */
export async function* packPieces(
  spans: AsyncIterable<Span>,
  options: PackOptions,
): AsyncGenerator<ChannelPiece> {
  const packer = createPacker(options);
  for await (const { startMs, endMs } of spans) {
    if (startMs === endMs) {
      yield* packer.passSilence(endMs);
      continue;
    }
    let restMs = startMs;
    while (endMs - restMs > packer.getMaxMs()) {
      const maxMs = packer.getMaxMs();
      const window = { startMs: restMs + Math.round(maxMs / 2), endMs: restMs + maxMs };
      const cutMs = await options.findQuietPoint(window);
      yield* packer.add({ startMs: restMs, endMs: cutMs });
      restMs = cutMs;
    }
    yield* packer.add({ startMs: restMs, endMs });
  }
  yield* packer.finish();
}

function createPacker({ channel, totalMs, maxMs }: PackOptions) {
  // Neighbors that aren't in a piece yet, and the time covered so far.
  let pending: Span[] = [];
  let coveredMs = 0;
  let hasFirst = false;

  const getMaxMs = () => {
    const most = maxMs - 2 * paddingMs;
    return hasFirst ? most : Math.min(firstMs.most, most);
  };

  const cover = (endMs: number, piece: Pick<Piece, 'startMs' | 'endMs' | 'silent'>): ChannelPiece => {
    const coversMs = endMs - coveredMs;
    coveredMs = endMs;
    return { channel, ...piece, coversMs };
  };

  /** Makes a piece of the first pending spans. `nextMs` is where speech may resume. */
  const emit = (count: number, nextMs: number): ChannelPiece => {
    const speech = { startMs: pending[0]?.startMs ?? 0, endMs: pending[count - 1]?.endMs ?? 0 };
    pending = pending.slice(count);
    hasFirst = true;
    const startMs = Math.max(coveredMs, speech.startMs - paddingMs);
    const middleMs = Math.floor((speech.endMs + nextMs) / 2);
    const endMs = Math.max(speech.endMs, Math.min(speech.endMs + paddingMs, middleMs));
    return cover(endMs, { startMs, endMs, silent: false });
  };

  function* add(span: Span): Generator<ChannelPiece> {
    const endMs = pending.at(-1)?.endMs;
    if (endMs !== undefined && span.startMs > endMs) {
      const isEnough = !hasFirst && getLength(pending) >= firstMs.least;
      if (isEnough || span.startMs - endMs >= longPauseMs) yield emit(pending.length, span.startMs);
    }
    while (pending.length > 0 && getLength([...pending, span]) > getMaxMs()) {
      const count = chooseCount(pending, span, getMaxMs());
      yield emit(count, pending[count]?.startMs ?? span.startMs);
    }
    pending.push(span);
  }

  function* passSilence(untilMs: number): Generator<ChannelPiece> {
    const endMs = pending.at(-1)?.endMs;
    if (endMs !== undefined && untilMs - endMs >= longPauseMs) yield emit(pending.length, untilMs);
    if (pending.length > 0 || untilMs - coveredMs < silentPieceMs) return;
    yield cover(untilMs, { startMs: coveredMs, endMs: untilMs, silent: true });
  }

  function* finish(): Generator<ChannelPiece> {
    if (pending.length > 0) {
      const last = emit(pending.length, totalMs);
      const restMs = totalMs - coveredMs;
      coveredMs = totalMs;
      yield { ...last, coversMs: last.coversMs + restMs };
    } else if (coveredMs < totalMs) {
      yield cover(totalMs, { startMs: coveredMs, endMs: totalMs, silent: true });
    }
  }

  return { getMaxMs, add, passSilence, finish };
}

/** Returns the number of pending spans for the best piece when the next one doesn't fit. */
function chooseCount(pending: readonly Span[], next: Span, maxMs: number): number {
  let best = { count: pending.length, pauseMs: -1 };
  for (let count = 1; count <= pending.length; count += 1) {
    if (getLength(pending.slice(0, count)) < minShare * maxMs) continue;
    const pauseMs = (pending[count] ?? next).startMs - (pending[count - 1]?.endMs ?? 0);
    const worth = Math.min(pauseMs, enoughPauseMs);
    if (worth >= best.pauseMs) best = { count, pauseMs: worth };
  }
  return best.count;
}

function getLength(spans: readonly Span[]): number {
  return (spans.at(-1)?.endMs ?? 0) - (spans[0]?.startMs ?? 0);
}
