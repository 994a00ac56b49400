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
 * A streaming transducer writes a token once it has heard what follows: the zipformer's words began 160 to 420 ms behind those
 * of PocketSphinx's alignment (30 words, median 270 ms).
 */
const streamingDelayMs = 250;

/** An installed model, and how it is to be run; `chooseProcesses` finds processes and threads. */
export interface SherpaOptions {
  model: InstalledModel<RecognizerManifest>;
  processes: number;
  threads: number;
  /** After which time without work a process ends and its memory is free again. */
  idleMs: number;
  /** The memory shared with other models; left out, it has memory for all of its processes. */
  memory?: MemoryBudget;
}

/**
 * The engine around sherpa-onnx and one model, loaded in each of at most `processes` processes when the first piece comes. A
 * piece whose process dies, or has not answered within 20 times the piece's length (two minutes at least), is tried once more in
 * a fresh one, then it fails with an `EngineFailure`.
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

/** The language that is spoken as the model calls it, the first part of the tag; the only one that it knows where none is named. */
function nameLanguage(manifest: RecognizerManifest, options: PieceOptions): string | undefined {
  const only = manifest.detectsLanguage ? undefined : manifest.languages?.[0];
  const tag = options.language ?? only;
  if (tag === undefined) return undefined;
  return manifest.kind === 'whisper' ? writeLanguage(tag) : new Intl.Locale(tag).language;
}

/** The language that the model found, else the requested one, else the only one that the model knows. */
function findLanguage(
  { language }: RecognizedTokens,
  { languages = [] }: RecognizerManifest,
  options: PieceOptions,
): Pick<PieceTranscript, 'language'> {
  const only = languages.length === 1 ? languages[0] : undefined;
  // SenseVoice says `<|en|>`, Whisper `en`.
  const found = options.language ?? readLanguage(language.replaceAll(/<\||\|>/g, '')) ?? only;
  return found === undefined ? {} : { language: found };
}
