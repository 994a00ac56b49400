import { z } from 'zod';
import { jobId, listQuery } from '#lib/api/v1/schemas';

/* Rev AI's asynchronous API (revai-node-sdk 3.8.5, https://docs.rev.ai/api/asynchronous/reference) as a dialect. */

const nothing = z.object({});
// This dialect doesn't report malformed ids, only unknown jobs; no job has the substitute id.
const oneJob = z.object({ id: jobId.catch('-') });

const captionsQuery = z.object({
  speaker_channel: z
    .string()
    .regex(/^\d{1,3}$/, 'speaker_channel must be a whole number, counted from 0.')
    .transform(Number)
    .optional(),
});

/** The operations of this dialect, below `/speechtotext/v1`. */
export const operations = {
  getAccount: { id: 'revai.getAccount', scope: 'read', params: nothing, query: nothing },
  submitJob: { id: 'revai.submitJob', scope: 'submit', params: nothing, query: nothing },
  listJobs: { id: 'revai.listJobs', scope: 'read', params: nothing, query: listQuery },
  getJob: { id: 'revai.getJob', scope: 'read', params: oneJob, query: nothing },
  deleteJob: { id: 'revai.deleteJob', scope: 'everything', params: oneJob, query: nothing },
  getTranscript: { id: 'revai.getTranscript', scope: 'read', params: oneJob, query: nothing },
  getCaptions: { id: 'revai.getCaptions', scope: 'read', params: oneJob, query: captionsQuery },
} as const;

/** The media type of JSON transcripts, the default format. */
export const jsonTranscript = 'application/vnd.rev.transcript.v1.0+json';

/** The formats of a transcript. */
export const transcriptFormats = [jsonTranscript, 'text/plain'] as const;

/** The formats of captions. The default is SubRip. */
export const captionFormats = ['application/x-subrip', 'text/vtt'] as const;

/** The values of `transcriber` that select the default engine here; any other is an engine's id. */
export const machineTranscribers: readonly string[] = ['machine', 'machine_v2', 'low_cost', 'fusion'];

/** The handling of an option: `done`, `refused`, either by its `value`, or only `checked` if meaningless here. */
export type OptionFate = 'done' | 'refused' | 'value' | 'checked';

/** All options of `POST /jobs`. Others are ignored, and null counts as left out. */
export const optionFates = {
  source_config: 'done',
  media_url: 'done',
  notification_config: 'done',
  callback_url: 'done',
  metadata: 'done',
  delete_after_seconds: 'done',
  language: 'done',
  skip_diarization: 'done',
  speakers_count: 'done',
  custom_vocabularies: 'done',
  filter_profanity: 'done',
  remove_disfluencies: 'done',
  skip_punctuation: 'done',
  transcriber: 'value',
  verbatim: 'value',
  rush: 'value',
  test_mode: 'value',
  skip_postprocessing: 'value',
  speaker_channels_count: 'checked',
  diarization_type: 'checked',
  strict_custom_vocabulary: 'checked',
  remove_atmospherics: 'checked',
  forced_alignment: 'checked',
  custom_vocabulary_id: 'refused',
  segments_to_transcribe: 'refused',
  speaker_names: 'refused',
  summarization_config: 'refused',
  translation_config: 'refused',
} as const satisfies Record<string, OptionFate>;

/** The name of an option. */
export type OptionName = keyof typeof optionFates;

/** Maximum characters of a URL, and of metadata. */
export const maxUrl = 2048;
export const maxMetadata = 512;
