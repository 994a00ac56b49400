import { EngineFailure, type Engine, type PieceOptions, type RecognizedWord } from '#lib/recognition/engine';
import type { WordTiming } from '#lib/recognition/alignment/aligner';
import type { Piece } from '#lib/recognition/pieces/piece';
import { createPieceRecognizer, type RetryOptions } from '#lib/recognition/pieces/recognize-piece';

/*
 * Recognition works piece by piece: a recording is cut at pauses, an engine turns each piece into words, and each
 * result is saved at once. Cutting is deterministic, so after a crash only the missing pieces are recognized.
 */

/** A recording as raw PCM, with one file per separately recognized channel. */
export interface Recording {
  channels: readonly string[];
  totalMs: number;
}

export interface RecognizedPiece {
  piece: Piece;
  words: RecognizedWord[];
  /** The language of the words as a BCP 47 tag; undefined if the engine doesn't report it. */
  language: string | undefined;
  /** The origin of the words' times; undefined if it is that of the engine's capabilities. */
  timing: WordTiming | undefined;
  /** The fit of sound and words, if it was measured (see `Alignment`). */
  score?: number | undefined;
}

/** A piece recognized earlier, as stored. */
export interface KnownPiece {
  index: number;
  channel: number;
  startMs: number;
  endMs: number;
  words: RecognizedWord[];
  language: string | null;
  /** Null for pieces stored by an earlier version, which aligned nothing. */
  timing?: WordTiming | null;
  score?: number | null;
}

/** The result of one piece. `progress` is the share of the recording done so far, above 0 up to 1. */
export interface PieceResult extends RecognizedPiece {
  progress: number;
}

export interface RecognizeOptions {
  /** The pieces recognized earlier, with any plan; a piece that is now cut differently is recognized again. */
  known: readonly KnownPiece[];
  asked: PieceOptions;
  /** Retries pieces that come back empty or with a loop; left out for no retries. */
  retry?: RetryOptions;
  /** Adds the times and confidence that the engine lacks to a piece's words before it is saved. */
  refine?: (heard: RecognizedPiece, pcmPath: string, signal: AbortSignal) => Promise<RecognizedPiece>;
  /** Saves one result. Never called concurrently; progress never falls. An error from it ends the recognition. */
  onPiece: (result: PieceResult) => Promise<void>;
  signal: AbortSignal;
}

/** Recognizes a plan's pieces and returns them in order. On an error or abort, rejects once all work has stopped. */
export async function recognizePieces(
  engine: Engine,
  { channels, totalMs }: Recording,
  plan: AsyncIterable<Piece> | Iterable<Piece>,
  options: RecognizeOptions,
): Promise<RecognizedPiece[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const recognizePiece = createPieceRecognizer(engine, options.retry);
  const known = new Map(options.known.map((piece) => [piece.index, piece]));
  const results: RecognizedPiece[] = [];
  const next = takeTurns(plan);
  const wholeMs = totalMs * channels.length;
  let doneMs = 0;
  let keeping: Promise<void> = Promise.resolve();

  const keep = async (heard: RecognizedPiece) => {
    signal.throwIfAborted();
    results.push(heard);
    doneMs += heard.piece.coversMs;
    await options.onPiece({ ...heard, progress: wholeMs === 0 ? 1 : Math.min(1, doneMs / wholeMs) });
  };
  const recognize = async (piece: Piece): Promise<RecognizedPiece> => {
    if (piece.silent) return { piece, words: [], language: undefined, timing: undefined };
    const pcmPath = channels[piece.channel];
    if (pcmPath === undefined) throw new EngineFailure(`there is no channel ${piece.channel}`);
    const heard = await recognizePiece(piece, { pcmPath, asked: options.asked, signal });
    const transcript = { piece, words: heard.words, language: heard.language, timing: heard.timing };
    return (await options.refine?.(transcript, pcmPath, signal)) ?? transcript;
  };
  const work = async () => {
    for (let piece = await next(); piece !== undefined; piece = await next()) {
      signal.throwIfAborted();
      const earlier = sameCut(known.get(piece.index), piece);
      if (earlier !== undefined) {
        results.push({ piece, ...readKnown(earlier) });
        doneMs += piece.coversMs;
        continue;
      }
      const heard = await recognize(piece);
      keeping = keeping.then(() => keep(heard));
      await keeping;
    }
  };
  const workers = Array.from({ length: engine.parallel }, () =>
    work().catch((error: unknown) => {
      failed.abort(error);
    }),
  );
  await Promise.all(workers);
  signal.throwIfAborted();
  return results.toSorted((a, b) => a.piece.index - b.piece.index);
}

function readKnown({ words, language, timing, score }: KnownPiece): Omit<RecognizedPiece, 'piece'> {
  return {
    words,
    language: language ?? undefined,
    timing: timing ?? undefined,
    ...(typeof score === 'number' && { score }),
  };
}

function sameCut(known: KnownPiece | undefined, piece: Piece): KnownPiece | undefined {
  const same =
    known?.channel === piece.channel && known.startMs === piece.startMs && known.endMs === piece.endMs;
  return same ? known : undefined;
}

/** Returns a function that takes the next piece of a plan; concurrent calls are served in order. */
function takeTurns(plan: AsyncIterable<Piece> | Iterable<Piece>): () => Promise<Piece | undefined> {
  const iterator = Symbol.asyncIterator in plan ? plan[Symbol.asyncIterator]() : plan[Symbol.iterator]();
  let turn: Promise<Piece | undefined> = Promise.resolve(undefined);
  return () => {
    const taken = turn.then(async () => {
      const result = await iterator.next();
      return result.done === true ? undefined : result.value;
    });
    turn = taken.catch(() => undefined);
    return taken;
  };
}
