import type { Piece, Span } from '#lib/recognition/pieces/piece';

export type ChannelPiece = Omit<Piece, 'index'>;

export interface PackOptions {
  channel: number;
  totalMs: number;
  maxMs: number;
  /** Finds the best cut between two times of speech without a pause, in milliseconds. */
  findQuietPoint: (span: Span) => Promise<number>;
}

/** Given to an engine on each side of speech, where no neighbor is in the way: edges are found to about 0.25 s. */
const paddingMs = 300;
/** A pause that is never inside a piece: engines invent words on silence. */
const longPauseMs = 2000;
/** The first piece of a recording ends with the first pause after 5 s, so that its words come soon. */
const firstMs = { least: 5000, most: 10_000 };
/** A piece is cut no earlier than this share of the longest: short ones cost accuracy, and a better pause is worth the rest. */
const minShare = 0.6;
/** Longer pauses are all alike good to cut in. */
const enoughPauseMs = 700;
/** Silence of this length is a piece of its own, so that progress shows. */
const silentPieceMs = 60_000;

/**
 * Packs the speech of one channel, as `findSpeech` gives it, into pieces of at most `maxMs`: neighbors together, cut
 * at the longest pauses, speech without a pause at its quietest point. Pieces are in order and don't overlap; what they
 * cover adds up to `totalMs`. Long silence, and a recording that ends with it, is covered by silent pieces. Each
 * piece is given as soon as it is certain, and the same spans are always packed the same way.
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
  // Neighbors that are not yet in a piece, and how far the pieces cover the recording.
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

  /** Makes a piece of the first spans that are pending; `nextMs` is where speech may be again. */
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

/** The number of pending spans that make the best piece, when the next one does not fit any more. */
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
