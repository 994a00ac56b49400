import path from 'node:path';
import type { MemoryBudget } from '#lib/recognition/engines/memory-budget';
import type { Engine, PieceOptions, PieceTranscript } from '#lib/recognition/engine';
import { describeModel, timesWords } from '#lib/recognition/engines/sherpa/describe-model';
import { readWords, type RecognizedTokens } from '#lib/recognition/engines/sherpa/read-words';
import { writeCase } from '#lib/recognition/engines/sherpa/write-case';
import type { InstalledModel, RecognizerManifest } from '#lib/recognition/models/manifest';
import { readLanguage, writeLanguage } from '#lib/recognition/models/whisper-language';
import { speechPool } from '#lib/recognition/speech/speech-pool';

const minDeadlineMs = 120_000;
/**
 * A streaming transducer emits a token after hearing what follows: the zipformer's words began 160 to 420 ms later than
 * in PocketSphinx's alignment (30 words, median 270 ms).
 */
const streamingDelayMs = 250;

/** An installed model, with its processes and threads from `chooseProcesses`. */
export interface SherpaOptions {
  model: InstalledModel<RecognizerManifest>;
  processes: number;
  threads: number;
  /** The idle time after which a process ends and frees its memory. */
  idleMs: number;
  /** The memory budget shared with other models; unlimited if left out. */
  memory?: MemoryBudget;
}

/**
 * Creates the engine for sherpa-onnx and one model, which is loaded on demand in up to `processes` processes. A piece
 * whose process dies, or times out after 20 times the piece's length (two minutes at least), is retried once in a new
 * one, then it fails with an `EngineFailure`.
 */
export function sherpa({ model, processes, threads, idleMs, memory }: SherpaOptions): Engine {
  const { manifest, paths } = model;
  const { kind, letterCase } = manifest;
  const delayMs = kind === 'streaming-transducer' ? streamingDelayMs : 0;
  const pool = speechPool('recognizer', {
    config: { kind, paths, threads, letterCase, segmentTimes: !timesWords(model), vocabulary: [] },
    name: manifest.name,
    size: processes,
    idleMs,
    memory: memory && { budget: memory, processMb: manifest.memoryMb },
  });
  return {
    description: describeModel(model),
    parallel: processes,
    recognize: async (pcmPath, { startMs, endMs }, options, signal) => {
      const language = nameLanguage(manifest, options);
      const recognized = await pool.ask<RecognizedTokens>(
        {
          ...{ pcmPath: path.resolve(pcmPath), startMs, endMs, language },
          ...{ translate: options.translate === true, vocabulary: [...options.vocabulary] },
        },
        { deadlineMs: Math.max(minDeadlineMs, 20 * (endMs - startMs)), signal },
      );
      const words = readWords(recognized, { startMs, endMs }, delayMs);
      return {
        words: letterCase === 'upper' ? writeCase(words, options.vocabulary) : words,
        ...findLanguage(recognized, manifest, options),
      };
    },
    close: () => pool.close(),
  };
}

/** Returns the language as the model names it, the tag's primary subtag. Defaults to a model's only language. */
function nameLanguage(manifest: RecognizerManifest, options: PieceOptions): string | undefined {
  const only = manifest.detectsLanguage ? undefined : manifest.languages?.[0];
  const tag = options.language ?? only;
  if (tag === undefined) return undefined;
  return manifest.kind === 'whisper' ? writeLanguage(tag) : new Intl.Locale(tag).language;
}

/** Returns the requested language, else the detected one, else the model's only one. */
function findLanguage(
  { language }: RecognizedTokens,
  { languages = [] }: RecognizerManifest,
  options: PieceOptions,
): Pick<PieceTranscript, 'language'> {
  const only = languages.length === 1 ? languages[0] : undefined;
  // SenseVoice returns `<|en|>`, Whisper `en`.
  const found = options.language ?? readLanguage(language.replaceAll(/<\||\|>/g, '')) ?? only;
  return found === undefined ? {} : { language: found };
}
