import { open } from 'node:fs/promises';
import { Agent } from 'undici';
import { z } from 'zod';
import type { OpenAiSettings } from '#lib/settings/openai-servers';
import type { Capabilities, Engine, EngineDescription, PieceOptions } from '#lib/recognition/engine';
import { poolServers } from '#lib/recognition/engines/openai/pool-servers';
import type { ReadTranscript } from '#lib/recognition/engines/openai/read-answer';
import { recognizePiece } from '#lib/recognition/engines/openai/recognize-piece';
import { listServers, type Server } from '#lib/recognition/engines/openai/server';
import { defaultTimes, type Times } from '#lib/recognition/engines/openai/times';
import { tryServers } from '#lib/recognition/engines/openai/try-servers';
import { maxPromptBytes, writePrompt } from '#lib/recognition/engines/openai/build-upload';
import { pcmSampleRate } from '#lib/media/pcm';
import { readSamples } from '#lib/media/sound/frames';
import type { Piece } from '#lib/recognition/pieces/piece';

/**
 * Creates the engine for servers with OpenAI's `/v1/audio/transcriptions` (vLLM, speaches, LocalAI, a cloud), and with
 * `/v1/audio/translations` if configured. Each piece goes to the least busy server, and to another on failure. The URLs
 * are the operator's own, so private networks are allowed. `version`, `words` and `confidence` of the description are
 * known only after a response and may change with it. See docs/openai.md.
 */
export function openai(settings: OpenAiSettings, times: Times = defaultTimes): Engine {
  const pool = poolServers(listServers(settings.urls), { inFlight: settings.inFlight, times });
  const closing = new AbortController();
  const underWay = new Set<AbortController>();
  const versions = new Map<Server, string | undefined>();
  let { seen } = nothingSeen;
  let translatedWords: Capabilities['words'] | undefined;

  const askVersion = (server: Server) => {
    if (versions.has(server)) return;
    versions.set(server, undefined);
    void readVersion(server, closing.signal).then((version) => versions.set(server, version));
  };
  const learn = ({ words, timed }: ReadTranscript, { translate = false }: PieceOptions) => {
    if (words.length === 0) return;
    const timing = timed ? 'timed' : 'spread';
    // OpenAI's own server times words only in transcriptions.
    if (translate) translatedWords = timing;
    else seen = { words: timing, confidence: words.every((word) => word.confidence !== undefined) };
  };

  return {
    get description() {
      return describeOpenAi(settings, { versions: [...versions.values()], seen });
    },
    get translatedWords() {
      return translatedWords ?? seen.words;
    },
    parallel: settings.urls.length * settings.inFlight,
    recognize: async (pcmPath, piece, options, signal) => {
      signal.throwIfAborted();
      closing.signal.throwIfAborted();
      // `AbortSignal.any` with a signal that outlives the piece leaks a kilobyte (Node 20.20).
      const stopping = new AbortController();
      const stop = () => stopping.abort(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      underWay.add(stopping);
      try {
        const asked = { piece, options, prompt: writePrompt(options.vocabulary), ...settings };
        const attempt = { pool, times, pieceMs: piece.endMs - piece.startMs, signal: stopping.signal };
        const heard = await tryServers(attempt, async (server, signal) => {
          // Read here, so that waiting pieces take no memory.
          const pcm = await readPcm(pcmPath, piece);
          const endpoint = options.translate === true ? server.translations : server.transcriptions;
          const outcome = await recognizePiece(endpoint, { pcm, ...asked }, signal);
          if (outcome.kind === 'heard') askVersion(server);
          return outcome;
        });
        learn(heard, options);
        const language = options.language ?? findSpoken(heard, options);
        return {
          words: heard.words,
          timing: heard.timed ? 'timed' : 'spread',
          ...(language !== undefined && { language }),
        };
      } finally {
        signal.removeEventListener('abort', stop);
        underWay.delete(stopping);
      }
    },
    close: () => {
      closing.abort(new Error('The recognizer was closed.'));
      for (const stopping of underWay) stopping.abort(closing.signal.reason);
      pool.close();
      return Promise.resolve();
    },
  };
}

/** For a translation, some servers return the spoken language, others that of their words, which is always English. */
function findSpoken({ language }: ReadTranscript, { translate = false }: PieceOptions): string | undefined {
  return translate && language === 'en' ? undefined : language;
}

/** Facts learned from the servers: their versions, and the contents of their responses. */
interface SeenOfServers {
  versions: (string | undefined)[];
  seen: Pick<Capabilities, 'words' | 'confidence'>;
}

const nothingSeen: SeenOfServers = { versions: [], seen: { words: 'timed', confidence: false } };

/** Describes these servers' capabilities as seen in responses, or as expected before the first one. */
export function describeOpenAi(
  { model, translates }: Pick<OpenAiSettings, 'model' | 'translates'>,
  { versions, seen }: SeenOfServers = nothingSeen,
): EngineDescription {
  const known = new Set(versions.filter((version) => version !== undefined));
  return {
    id: 'openai',
    engine: 'openai',
    model,
    version: known.size === 0 ? 'unknown' : [...known].toSorted().join(', '),
    capabilities: {
      ...seen,
      vocabulary: true,
      // Without the final period.
      maxVocabularyBytes: maxPromptBytes - 1,
      languages: undefined,
      detectsLanguage: true,
      ...(translates && { translates }),
      punctuated: true,
      // Whisper's window. Servers accept far more (25 MB of this sound are 13 minutes).
      maxPieceSeconds: 30,
    },
  };
}

/** Reads the raw PCM of a piece in whole samples; less if the file ends earlier. */
async function readPcm(
  pcmPath: string,
  { startMs, endMs }: Pick<Piece, 'startMs' | 'endMs'>,
): Promise<Buffer> {
  const [start, end] = [startMs, endMs].map((ms) => Math.round((ms * pcmSampleRate) / 1000)) as [
    number,
    number,
  ];
  const samples = new Int16Array(Math.max(0, end - start));
  const file = await open(pcmPath);
  try {
    const filled = await readSamples(file, samples, start);
    return Buffer.from(samples.buffer, 0, 2 * filled);
  } finally {
    await file.close();
  }
}

const answer = z.object({ version: z.string().trim().min(1).max(100) });

/** Generous for a version. */
const limits = { bytes: 4096, milliseconds: 5000 };

/** Reads the server's version from `/version` beside `/v1`, without the key; undefined if unknown. Never throws. */
async function readVersion(
  { transcriptions: { url } }: Server,
  signal: AbortSignal,
): Promise<string | undefined> {
  const agent = new Agent({ connect: { timeout: limits.milliseconds }, maxResponseSize: limits.bytes });
  const path = url.pathname.replace(/(?:\/v1)?\/audio\/transcriptions$/, '/version');
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limits.milliseconds)]);
  try {
    const { statusCode, body } = await agent.request({
      origin: url.origin,
      path,
      method: 'GET',
      signal: stop,
    });
    const description: unknown = await body.json();
    return statusCode === 200 ? answer.safeParse(description).data?.version : undefined;
  } catch {
    return undefined;
  } finally {
    void agent.destroy();
  }
}
