import { z } from 'zod';

/** The options of a request, without its file. */
export interface RequestOptions {
  /** True to write the transcript in English, regardless of the spoken language. */
  translate: boolean;
  /** The model's name; empty for the default. */
  model: string;
  /** The spoken language as a BCP 47 tag; undefined to detect it. */
  language: string | undefined;
  /** Candidates for the spoken language, as BCP 47 tags. */
  languages: readonly string[];
  prompt: string;
  keywords: readonly string[];
  format: ResponseFormat;
  /** The timestamps in a `verbose_json` response. */
  times: { words: boolean; segments: boolean };
  logprobs: boolean;
  stream: boolean;
}

/* OpenAI's transcription API (openai 7.57.0, resources/audio/transcriptions) as a dialect: its calls are ordinary jobs. */

const nothing = z.object({});

/** A model's name in a path, matched against the known ones, so any text is allowed. */
const oneModel = z.object({ id: z.string() });

/** The operations of this dialect, below `/v1`. */
export const operations = {
  createTranscription: {
    id: 'openai.createTranscription',
    scope: 'submit',
    params: nothing,
    query: nothing,
  },
  createTranslation: { id: 'openai.createTranslation', scope: 'submit', params: nothing, query: nothing },
  listModels: { id: 'openai.listModels', scope: 'read', params: nothing, query: nothing },
  getModel: { id: 'openai.getModel', scope: 'read', params: oneModel, query: nothing },
} as const;

/** The formats of a response. */
export const responseFormats = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'] as const;

/** The format of a response. */
export type ResponseFormat = (typeof responseFormats)[number];

/** The formats whose text can be streamed during recognition. */
export const streamedFormats: readonly ResponseFormat[] = ['json', 'text', 'diarized_json'];

/** The values of `timestamp_granularities[]`. */
export const granularities = ['word', 'segment'] as const;

/** The handling of a field: `done`, always `refused`, or only `checked` because it means nothing here. */
export type FieldFate = 'done' | 'refused' | 'checked';

/** All fields of `POST /v1/audio/transcriptions`, lists without their brackets. Others are ignored. */
export const transcriptionFields = {
  file: 'done',
  model: 'done',
  language: 'done',
  languages: 'done',
  prompt: 'done',
  keywords: 'done',
  response_format: 'done',
  timestamp_granularities: 'done',
  include: 'done',
  stream: 'done',
  temperature: 'checked',
  chunking_strategy: 'checked',
  known_speaker_names: 'refused',
  known_speaker_references: 'refused',
} as const satisfies Record<string, FieldFate>;

/** The name of a field. */
export type FieldName = keyof typeof transcriptionFields;

/** All fields of `POST /v1/audio/translations`. Others are ignored. */
export const translationFields = {
  file: 'done',
  model: 'done',
  prompt: 'done',
  response_format: 'done',
  temperature: 'checked',
} as const satisfies Partial<Record<FieldName, FieldFate>>;

/** The formats of a translation. */
export const translationFormats = [
  'json',
  'text',
  'srt',
  'verbose_json',
  'vtt',
] as const satisfies readonly ResponseFormat[];

/** OpenAI's model names, which select the default engine here. */
export const openAiModels = [
  'whisper-1',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-mini-transcribe-2025-12-15',
  'gpt-4o-transcribe-diarize',
  'gpt-transcribe',
] as const;
