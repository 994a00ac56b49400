import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  EngineFailure,
  type Engine,
  type EngineDescription,
  type RecognizedWord,
} from '#lib/recognition/engine';
import type { Piece } from '#lib/recognition/pieces/piece';
import { findModel } from '#lib/recognition/engines/pocketsphinx/find-model';
import { type BacktraceWord, parseBacktrace } from '#lib/recognition/engines/pocketsphinx/parse-backtrace';
import type { MemoryBudget } from '#lib/recognition/engines/memory-budget';
import { poolProcesses } from '#lib/recognition/engines/pool-processes';
import {
  RecognizerDied,
  startProcess,
  type Utterance,
} from '#lib/recognition/engines/pocketsphinx/start-process';
import { placeInOrder } from '#lib/recognition/words/place-in-order';

const frameMs = 10;
const idleMs = 60_000;
/** The measured memory of one process. */
const processMb = 100;

type Stretch = Pick<Piece, 'startMs' | 'endMs'>;

/** The engine's description for `GET /v1/engines`. It works everywhere, and gets about half of the words wrong. */
export const pocketsphinxDescription: EngineDescription = {
  id: 'pocketsphinx',
  engine: 'pocketsphinx',
  model: 'en-us',
  version: '0.8+5prealpha',
  capabilities: {
    words: 'timed',
    confidence: true,
    vocabulary: false,
    languages: ['en'],
    detectsLanguage: false,
    punctuated: false,
    maxPieceSeconds: 30,
  },
};

/** Creates the PocketSphinx engine (English, offline): `parallel` processes, one retry. Throws what to install. */
export function pocketsphinx(options: { parallel: number; memory?: MemoryBudget }): Engine {
  const model = findModel();
  const pool = poolProcesses({
    size: options.parallel,
    idleMs,
    start: () => startProcess(model),
    memory: options.memory && { budget: options.memory, processMb },
  });

  const attempt = (utterance: Utterance, piece: Stretch, signal: AbortSignal) =>
    pool.lend((process) => {
      const clock = AbortSignal.timeout(30_000 + 20 * (piece.endMs - piece.startMs));
      return process.recognize(utterance, AbortSignal.any([signal, clock]));
    }, signal);

  return {
    description: pocketsphinxDescription,
    parallel: options.parallel,
    cuts: 'short',
    recognize: (pcmPath, piece, _options, signal) =>
      withPlainPath(path.resolve(pcmPath), async (plainPath) => {
        const utterance = {
          pcmPath: plainPath,
          startFrame: Math.round(piece.startMs / frameMs),
          endFrame: Math.ceil(piece.endMs / frameMs),
        };
        const again = (error: unknown) => {
          if (!(error instanceof RecognizerDied)) throw error;
          return attempt(utterance, piece, signal);
        };
        const giveUp = (error: unknown): never => {
          throw error instanceof RecognizerDied ? new EngineFailure(error.message, { cause: error }) : error;
        };
        const log = await attempt(utterance, piece, signal).catch(again).catch(giveUp);
        return { words: placeWords(parseBacktrace(log), piece) };
      }),
    close: () => pool.close(),
  };
}

function placeWords(words: readonly BacktraceWord[], piece: Stretch): RecognizedWord[] {
  const timed = words.map(({ text, startFrame, endFrame, confidence }) => ({
    ...{ text, confidence },
    startMs: piece.startMs + startFrame * frameMs,
    endMs: piece.startMs + (endFrame + 1) * frameMs,
  }));
  return placeInOrder(timed, piece);
}

/** The recognizer splits its list of utterances at white space, so such a path gets a symbolic link. */
async function withPlainPath<T>(pcmPath: string, work: (plainPath: string) => Promise<T>): Promise<T> {
  if (!/\s/.test(pcmPath)) return await work(pcmPath);
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-utterance-'));
  try {
    const plainPath = path.join(folder, 'audio');
    await symlink(pcmPath, plainPath);
    return await work(plainPath);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
