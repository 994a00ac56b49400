import { z } from 'zod';

/* The API of the Whisper ASR webservice (ahmetoner/whisper-asr-webservice@ea12224e, app/webservice.py) as a dialect. */

const nothing = z.object({});

/** The handling of a parameter: `done`, or only `checked` because it means nothing here. */
export type ParameterFate = 'done' | 'checked';

/** The query parameters of `POST /asr`. Others are ignored. */
export const transcriptionParameters = {
  encode: 'done',
  task: 'done',
  language: 'done',
  initial_prompt: 'done',
  hotwords: 'done',
  vad_filter: 'checked',
  word_timestamps: 'done',
  output: 'done',
  diarize: 'done',
  min_speakers: 'done',
  max_speakers: 'done',
  video_file: 'done',
} as const satisfies Record<string, ParameterFate>;

/** The parameters of `POST /detect-language`. */
export const detectionParameters = { encode: 'done', video_file: 'done' } as const satisfies Partial<
  Record<keyof typeof transcriptionParameters, ParameterFate>
>;

/** The name of a parameter. */
export type ParameterName = keyof typeof transcriptionParameters;

/** The formats of a response. */
export const outputs = ['txt', 'json', 'srt', 'vtt', 'tsv'] as const;

/** The format of a response. */
export type Output = (typeof outputs)[number];

/** Raw texts; this dialect checks their values with its own error messages. */
const texts = (parameters: Partial<Record<ParameterName, ParameterFate>>) =>
  z.object(Object.fromEntries(Object.keys(parameters).map((name) => [name, z.string().optional()])));

/** The operations of this dialect. */
export const operations = {
  transcribe: {
    id: 'asr.transcribe',
    scope: 'submit',
    params: nothing,
    query: texts(transcriptionParameters),
  },
  detectLanguage: {
    id: 'asr.detectLanguage',
    scope: 'submit',
    params: nothing,
    query: texts(detectionParameters),
  },
} as const;
