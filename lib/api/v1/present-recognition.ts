import type { z } from 'zod';
import type { recognition as recognitionSchema } from '#lib/api/v1/recognition-schemas';
import type { jobToRead, engineList } from '#lib/api/v1/schemas';
import { presentJob } from '#lib/api/v1/present-job';
import type { Job } from '#lib/jobs/job';
import type { Span } from '#lib/recognition/pieces/piece';
import type { AudioTrack } from '#lib/recognition/tracks/audio-track';
import type { RecognitionRecord } from '#lib/recognition/record';
import type { EngineDescription } from '#lib/recognition/engine';

type Shown = z.input<typeof recognitionSchema>;

type ShownTrack = NonNullable<Shown['audio_tracks']>[number];

/** Converts hyphenated words of records to the wire's underscores. */
type OnWire<Word extends string> = Word extends `${infer First}-${infer Rest}`
  ? `${First}_${OnWire<Rest>}`
  : Word;

const toWire = <Word extends string>(word: Word) => word.replaceAll('-', '_') as OnWire<Word>;

/** Presents the recognition of a job for the API, without null values. */
export function presentRecognition(record: RecognitionRecord): Shown {
  return {
    engine_id: record.engineId,
    engine: record.engine,
    model: record.model,
    version: record.version,
    ...(record.language !== null && { language: record.language }),
    options: {
      language: record.options.language,
      speakers: record.options.speakers,
      vocabulary: record.options.vocabulary,
    },
    words: record.words,
    ...(record.secondOpinion !== undefined && { second_opinion: record.secondOpinion }),
    speakers_by: record.speakersBy,
    ...(record.speed !== null && { speed: Math.round(record.speed * 100) / 100 }),
    notes: record.notes.map((note) => toWire(note)),
    ...(record.lostSound !== undefined && {
      lost_sound: {
        seconds: toTenths(record.lostSound.seconds),
        of_seconds: toTenths(record.lostSound.ofSeconds),
      },
    }),
    ...(record.notUnderstood !== undefined && { not_understood: record.notUnderstood.map(presentPassage) }),
    ...(record.languageDoubtful !== undefined && {
      language_doubtful: record.languageDoubtful.map(presentPassage),
    }),
    ...(record.passages !== undefined && {
      passages: record.passages.map(({ engineId, model, language, ...passage }) => ({
        ...presentPassage(passage),
        engine_id: engineId,
        model,
        ...(language !== null && { language }),
      })),
    }),
    ...(record.tracks !== undefined && { audio_tracks: record.tracks.map(presentTrack) }),
  };
}

function presentTrack({ leftOut, center, ...track }: AudioTrack): ShownTrack {
  return {
    ...track,
    ...(center && { center_only: center }),
    ...(leftOut && { reason: toWire(leftOut) }),
  };
}

function toTenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

function presentPassage({ startMs, endMs }: Span): { ts: number; end_ts: number } {
  const toSeconds = (ms: number) => Math.round(ms / 10) / 100;
  return { ts: toSeconds(startMs), end_ts: toSeconds(endMs) };
}

/** Presents a job with its recognition, once known. */
export function presentJobWithRecognition(job: Job): z.input<typeof jobToRead> {
  return {
    ...presentJob(job),
    ...(job.recognition !== null && { recognition: presentRecognition(job.recognition) }),
  };
}

/** Presents the engines, in order of preference. */
export function presentEngines(
  engines: readonly EngineDescription[],
  { speakerModels }: { speakerModels: boolean },
): z.input<typeof engineList> {
  return engines.map(({ id, engine, model, version, capabilities }, i) => ({
    id,
    engine,
    model,
    version,
    default: i === 0,
    words: capabilities.words,
    confidence: capabilities.confidence,
    vocabulary: capabilities.vocabulary,
    ...(capabilities.languages !== undefined && { languages: [...capabilities.languages] }),
    detects_language: capabilities.detectsLanguage,
    punctuated: capabilities.punctuated,
    max_piece_seconds: capabilities.maxPieceSeconds,
    speakers: speakerModels,
  }));
}
