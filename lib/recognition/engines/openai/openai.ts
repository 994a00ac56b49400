import type { OpenAiSettings } from '#lib/env';
import { log } from '#lib/log';
import type { Capabilities, Engine, EngineDescription } from '#lib/recognition/engine';
import { poolServers } from '#lib/recognition/engines/openai/pool-servers';
import type { Heard } from '#lib/recognition/engines/openai/read-answer';
import { readPcm } from '#lib/recognition/engines/openai/read-pcm';
import { recognisePiece } from '#lib/recognition/engines/openai/recognise-piece';
import { listServers } from '#lib/recognition/engines/openai/server';
import { defaultTimes, type Times } from '#lib/recognition/engines/openai/times';
import { tryServers } from '#lib/recognition/engines/openai/try-servers';
import { writePrompt } from '#lib/recognition/engines/openai/write-prompt';

/**
 * The engine around servers with OpenAI's `/v1/audio/transcriptions` (vLLM, speaches, LocalAI, a cloud). Each piece goes
 * to the server with the least to do, and to another one when that fails. The addresses are the operator's own: they are
 * asked directly, private networks included. What the servers' answers hold is known only after the first of them, so
 * `words` and `confidence` of the description follow the last answer. See docs/openai.md.
 */
export function openai(settings: OpenAiSettings, times: Times = defaultTimes): Engine {
  const pool = poolServers(listServers(settings.urls), { inFlight: settings.inFlight, times });
  const closing = new AbortController();
  const cutShort = new WeakSet<readonly string[]>();
  let seen = expected;

  const prompt = (vocabulary: readonly string[]) => {
    const { prompt, phrases } = writePrompt(vocabulary);
    if (phrases < vocabulary.length && !cutShort.has(vocabulary)) {
      cutShort.add(vocabulary);
      log().warn({ phrases: vocabulary.length, used: phrases }, 'a vocabulary is too long for a prompt');
    }
    return prompt;
  };
  const learn = ({ words, timed }: Heard) => {
    if (words.length === 0) return;
    const confidence = words.every((word) => word.confidence !== undefined);
    seen = { words: timed ? 'timed' : 'spread', confidence };
  };

  return {
    get description() {
      return describeOpenAi(settings, seen);
    },
    parallel: settings.urls.length * settings.inFlight,
    recognise: async (pcmPath, piece, options, signal) => {
      const stop = AbortSignal.any([signal, closing.signal]);
      const asked = { piece, options, prompt: prompt(options.vocabulary), ...settings };
      const pieceMs = piece.endMs - piece.startMs;
      const heard = await tryServers({ pool, times, pieceMs, signal: stop }, async (server, signal) => {
        // Read only now, so that pieces which wait take no memory.
        const pcm = await readPcm(pcmPath, piece);
        return await recognisePiece(server, { pcm, ...asked }, signal);
      });
      learn(heard);
      const language = options.language ?? heard.language;
      return language === undefined ? { words: heard.words } : { words: heard.words, language };
    },
    close: () => {
      closing.abort(new Error('The recogniser was closed.'));
      pool.close();
      return Promise.resolve();
    },
  };
}

const expected: Pick<Capabilities, 'words' | 'confidence'> = { words: 'timed', confidence: false };

/** What these servers can do: what was seen in their answers, or what to expect before the first one. */
export function describeOpenAi(
  { model }: Pick<OpenAiSettings, 'model'>,
  seen: Pick<Capabilities, 'words' | 'confidence'> = expected,
): EngineDescription {
  return {
    id: 'openai',
    engine: 'openai',
    model,
    // The API has no place for it, and several servers may run several.
    version: 'unknown',
    capabilities: {
      ...seen,
      vocabulary: true,
      languages: undefined,
      detectsLanguage: true,
      punctuated: true,
      // Whisper's window; the limits of servers are far above (25 MB of this sound are 13 minutes).
      maxPieceSeconds: 30,
    },
  };
}
