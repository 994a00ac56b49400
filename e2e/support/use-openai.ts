import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { OpenAiSettings } from '#lib/settings/openai-servers';
import type { Engine, PieceOptions, PieceTranscript } from '#lib/recognition/engine';
import { openai } from '#lib/recognition/engines/openai/openai';
import type { Times } from '#lib/recognition/engines/openai/times';
import { type OpenAiServer, makeWords, startOpenAiServer } from './openai-server';

const pieceMs = 2000;
const pieces = 40;

/** Set-up of every test of the engine: servers, the engine that uses them, and a recording of 40 pieces. */
export interface OpenAiSetUp {
  servers: OpenAiServer[];
  engine: Engine;
  pcmPath: string;
  /** Returns the audio of a piece, as a server must receive it. */
  getSound: (index: number) => Buffer;
  /** Returns the words that a server recognizes in a piece, in order. */
  getWords: (index: number) => string[];
  recognize: (
    index: number,
    more?: Partial<PieceOptions> & { signal?: AbortSignal },
  ) => Promise<PieceTranscript>;
  /** Ends the waits of this length, which only a test ends: deadlines, and pauses that a server asked for. */
  elapse: (ms: number) => void;
  /** Returns the lengths of the waits that only a test ends, in milliseconds. */
  waits: () => number[];
}

/** The deadline of a piece on one server, and the total deadline on all of them. */
export const deadlineMs = 1_000_000;
export const totalMs = 3_000_000;

/**
 * Starts servers and an engine with a stopped clock: pauses after failures end at once, all other waits by `elapse`.
 */
export async function useOpenAi(
  t: TestContext,
  options: {
    servers?: number;
    key?: string;
    serverModel?: string;
    version?: string;
  } & Partial<OpenAiSettings> = {},
): Promise<OpenAiSetUp> {
  const { key, serverModel, version, servers: count = 1 } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-openai-'));
  const pcmPath = path.join(folder, 'sound.pcm');
  const sound = randomBytes(pieces * pieceMs * 32);
  await writeFile(pcmPath, sound);
  const wanted = {
    ...(key === undefined ? {} : { key }),
    ...(serverModel === undefined ? {} : { model: serverModel }),
    ...(version === undefined ? {} : { version }),
    ...(options.translates === true && { translates: true }),
  };
  const servers = await Promise.all(Array.from({ length: count }, () => startOpenAiServer(wanted)));
  const { times, elapse, waits } = makeTimes();
  const urls = servers.map(({ url }) => url);
  const engine = openai({ urls, key, model: 'whisper-1', inFlight: 2, translates: false, ...options }, times);
  t.after(async () => {
    await engine.close();
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true });
  });
  const getSound = (index: number) => sound.subarray(index * pieceMs * 32, (index + 1) * pieceMs * 32);
  return {
    servers,
    engine,
    pcmPath,
    getSound: getSound,
    getWords: (index) => makeWords({ pcm: getSound(index), seconds: pieceMs / 1000 }),
    recognize: (index, { signal = new AbortController().signal, ...more } = {}) =>
      engine.recognize(
        pcmPath,
        { startMs: index * pieceMs, endMs: (index + 1) * pieceMs },
        { language: undefined, vocabulary: [], ...more },
        signal,
      ),
    elapse,
    waits,
  };
}

/** Pauses after failures are shorter than this; they end at once. */
const shortMs = 100;

function makeTimes() {
  const running = new Set<{ ms: number; act: () => void }>();
  const times: Times = {
    restMs: (failures) => Math.min(failures, shortMs - 1),
    askedRestMs: (askedMs) => askedMs,
    deadlineMs: () => deadlineMs,
    totalMs: () => totalMs,
    after: (ms, act) => {
      if (ms < shortMs) {
        const turn = setImmediate(act);
        return () => clearImmediate(turn);
      }
      const wait = { ms, act };
      running.add(wait);
      return () => running.delete(wait);
    },
  };
  return {
    times,
    waits: () => Array.from(running, ({ ms }) => ms),
    elapse: (ms: number) => {
      const over = Array.from(running).filter((wait) => wait.ms === ms);
      if (over.length === 0) throw new Error(`nothing waits for ${ms} ms`);
      for (const wait of over) {
        running.delete(wait);
        wait.act();
      }
    },
  };
}
