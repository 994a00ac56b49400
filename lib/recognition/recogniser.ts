import { cutPieces, type Piece } from '#lib/recognition/cut-pieces';
import type { MachineWord } from '#lib/transcripts/model';

/*
 * Recognition works piece by piece: a recording is cut at pauses, an engine turns each piece into words, and each
 * result is handed over at once to be kept. The cutting is the same each time, so after a crash only the pieces
 * that are not known yet are recognised.
 */

/** One way of turning audio into words, shared by all recordings of a process. */
export interface Engine {
  readonly name: string;
  /** How many pieces may be in its hands at a time; more would only wait. */
  readonly parallel: number;
  /**
   * The words spoken in one piece of raw PCM (as `decodeAudio` makes it), in order; times count from the start of
   * the recording and stay inside the piece. Throws the signal's reason when aborted.
   */
  recognise(pcmPath: string, piece: Piece, signal: AbortSignal): Promise<MachineWord[]>;
  /** Ends what the engine has running; pieces in its hands are rejected. */
  close(): Promise<void>;
}

/** What became of one piece. `progress` is the share of the recording done so far, above 0 up to 1. */
export interface PieceResult {
  piece: Piece;
  words: MachineWord[];
  progress: number;
}

export interface RecogniseOptions {
  /** The words of pieces recognised earlier, by the piece's index. */
  known: ReadonlyMap<number, MachineWord[]>;
  /** Told how many pieces there are and the share already known, before the first is recognised. */
  onStart?: (start: { pieces: number; progress: number }) => Promise<void> | void;
  /** Keeps one result. Never called twice at a time; progress never falls. Its error ends the recognition. */
  onPiece: (result: PieceResult) => Promise<void>;
  signal: AbortSignal;
}

/**
 * All words of the recording at `pcmPath`, in order. At the first error, or when aborted, the pieces under way are
 * stopped, and it rejects once nothing of it runs any more.
 */
export async function recogniseAudio(
  engine: Engine,
  pcmPath: string,
  options: RecogniseOptions,
): Promise<MachineWord[]> {
  const pieces = await cutPieces(pcmPath, options.signal);
  const results = new Map(options.known);
  const total = pieces.reduce((sum, piece) => sum + lengthMs(piece), 0);
  let done = pieces
    .filter(({ index }) => results.has(index))
    .reduce((sum, piece) => sum + lengthMs(piece), 0);
  await options.onStart?.({ pieces: pieces.length, progress: total === 0 ? 0 : done / total });

  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const todo = pieces.filter(({ index }) => !results.has(index)).values();
  let keeping: Promise<void> = Promise.resolve();

  const keep = async (piece: Piece, words: MachineWord[]) => {
    signal.throwIfAborted();
    results.set(piece.index, words);
    done += lengthMs(piece);
    await options.onPiece({ piece, words, progress: done / total });
  };
  // Each worker takes the next piece from the one iterator that they share.
  const work = async () => {
    for (const piece of todo) {
      signal.throwIfAborted();
      const words = piece.silent ? [] : await engine.recognise(pcmPath, piece, signal);
      keeping = keeping.then(() => keep(piece, words));
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
  return pieces.flatMap(({ index }) => results.get(index) ?? []);
}

function lengthMs(piece: Piece): number {
  return piece.endMs - piece.startMs;
}
