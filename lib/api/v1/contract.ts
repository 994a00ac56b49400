import { z } from 'zod';
import type { ApiKeyScope } from '#lib/accounts/api-keys/api-key';
import type { ProblemSlug } from '#lib/api/v1/problems/problem-catalogue';
import {
  importQuery,
  importResult,
  importTypes,
  maxImportBytes,
  transcriptFile,
} from '#lib/api/v1/import-schemas';
import { recognizeOptions } from '#lib/api/v1/recognize-schemas';
import * as schemas from '#lib/api/v1/schemas';
import { listApiTypes } from '#lib/exports/formats';
import type { OptionRules } from '#lib/api/submission/submission-options';

/** Rules of this revision for the options of a submission. */
export const optionRules: OptionRules = {
  ofUpload: { part: 'optional', mediaUrl: 'ignored' },
  callbackUrl: 'read',
  transcript: { maxBytes: maxImportBytes },
  recognition: 'read',
  job: 'read',
};

/** The transcript formats listed in the specification. The default is JSON. */
export const transcriptFormats = listApiTypes('transcript');

/** The transcript with all details of each word, for clients that request this exact type. */
export const richTranscriptFormat = 'application/vnd.longhand.transcript+json';

/** The formats of captions. The default is SubRip. */
export const captionFormats = listApiTypes('captions');

/** The headings of the reference, with their descriptions. */
export const tags = {
  Jobs: 'Submit recordings and follow their progress.',
  Transcripts:
    'Read transcripts as text, JSON, documents or captions, replace or renew them, or share the editor.',
  Engines: 'List the speech recognition engines on this server and what each can do.',
  Callbacks: 'Get notified when a job has ended, and check each delivery.',
  Account: 'The balance and vocabulary of the account.',
} as const;

type Tag = keyof typeof tags;

/** An operation of the API. `path` is relative to `/v1`. */
export interface Operation<Params extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The operation's heading in the reference. */
  tag: Tag;
  summary: string;
  /** Further details for clients, in Markdown. */
  description: string;
  /** The minimum scope of the API key. */
  scope: ApiKeyScope;
  params: Params;
  query: Query;
  /** The request headers specific to this operation. */
  headers?: Readonly<Record<string, z.ZodType>>;
  /** The schemas of the request's body, by media type. */
  body?: Readonly<Record<string, z.ZodType>>;
  /** True if the request's body is optional. */
  isBodyOptional?: boolean;
  /** The schema of the JSON response; undefined if there is none. */
  response: z.ZodType | undefined;
  /** The media types that `Accept` can choose from, if there is a choice. */
  formats?: readonly string[];
  /** JSON responses of our own media types, which `Accept` must name exactly, with their schemas. */
  ownFormats?: Readonly<Record<string, z.ZodType>>;
  refusals: readonly ProblemSlug[];
}

const nothing = z.object({});
const oneJob = z.object({ id: schemas.jobId });

type Described<Params extends z.ZodType, Query extends z.ZodType> = Omit<
  Operation<Params, Query>,
  'params' | 'query' | 'refusals'
> & {
  params?: Params;
  query?: Query;
  /** Refusals that don't follow from the scope, parameters, body, headers and formats. */
  refusals?: readonly ProblemSlug[];
};

function operation<Params extends z.ZodType = typeof nothing, Query extends z.ZodType = typeof nothing>(
  described: Described<Params, Query>,
): Operation<Params, Query> {
  const { params = nothing, query = nothing, scope, body, headers = {}, formats, refusals = [] } = described;
  const hasParameters = (params as z.ZodType) !== nothing || (query as z.ZodType) !== nothing;
  return {
    ...described,
    params: params as Params,
    query: query as Query,
    refusals: [
      ...implied('insufficient-scope', scope !== 'read'),
      ...implied('invalid-parameters', hasParameters || body !== undefined),
      ...implied('unsupported-content-encoding', body !== undefined),
      ...implied('job-not-found', (params as z.ZodType) === oneJob),
      ...refusals,
      ...implied('payload-too-large', body !== undefined),
      ...implied('idempotency-key-reuse', 'Idempotency-Key' in headers),
      ...implied('unsupported-transcript-format', formats !== undefined),
    ],
  };
}

function implied(slug: ProblemSlug, isImplied: boolean): ProblemSlug[] {
  return isImplied ? [slug] : [];
}

/** Every operation of the current revision: the source of routes, tests and documentation. */
export const contract = {
  submitJob: operation({
    id: 'submitJob',
    method: 'POST',
    path: '/jobs',
    tag: 'Jobs',
    summary: 'Submit a recording for transcription.',
    description:
      'Send JSON with the URL of the media, or `multipart/form-data` with the file itself. The response comes ' +
      'immediately with the status `in_progress`; the status then changes to `transcribed` or `failed`. If there is an uploaded ' +
      'file, `media_url` is ignored.\n\n`language`, `speakers`, `vocabulary`, `engine` and `audio_tracks` choose how the ' +
      'recording is recognized. Options that the engine, or every engine on this server, lacks are refused by name; ' +
      '`GET /v1/engines` lists what each engine supports.\n\nA part `transcript` holds the text of the recording. Then nothing is ' +
      'recognized, at a lower price by default: `version=machine` is that text with its speakers and the time of each word. Words that ' +
      'can’t be heard are kept, with estimated times. If the text has too little in common with the recording, the job fails as ' +
      '`invalid_media`, free of charge.',
    scope: 'submit',
    headers: { 'Idempotency-Key': schemas.idempotencyKey },
    body: { 'application/json': schemas.jsonSubmission, 'multipart/form-data': schemas.multipartSubmission },
    response: schemas.job,
    refusals: ['unsupported-media-content-type', 'media-missing-filename', 'out-of-credit', 'storage-full'],
  }),
  listJobs: operation({
    id: 'listJobs',
    method: 'GET',
    path: '/jobs',
    tag: 'Jobs',
    summary: 'List jobs, latest first.',
    description:
      'To read the next page, pass the id of the last job as `starting_after`. A page with fewer jobs than `limit` is ' +
      'the last one.',
    scope: 'read',
    query: schemas.listQuery,
    response: schemas.jobList,
  }),
  getJob: operation({
    id: 'getJob',
    method: 'GET',
    path: '/jobs/{id}',
    tag: 'Jobs',
    summary: 'Read a job.',
    description:
      'Members without a value are left out. With `include=recognition`, the job has a member that shows how it was ' +
      'recognized: engine, model, language, options and speed.',
    scope: 'read',
    params: oneJob,
    query: schemas.jobQuery,
    response: schemas.jobToRead,
  }),
  deleteJob: operation({
    id: 'deleteJob',
    method: 'DELETE',
    path: '/jobs/{id}',
    tag: 'Jobs',
    summary: 'Delete a finished job.',
    description:
      'Permanently deletes the job, its media and its transcript. A job in progress or under a legal hold can’t be deleted. ' +
      'A job that its owner moved to the trash on the site answers 404 to every request.',
    scope: 'everything',
    params: oneJob,
    response: undefined,
    refusals: ['legal-hold', 'invalid-job-state'],
  }),
  cancelJob: operation({
    id: 'cancelJob',
    method: 'POST',
    path: '/jobs/{id}/cancel',
    tag: 'Jobs',
    summary: 'Cancel a job in progress.',
    description:
      'The job ends immediately with the status `failed`, the failure `unspecified`, and a detail that says it was ' +
      'canceled. Nothing is charged, and its callback is sent. Repeating the request returns the same job. A job that has ' +
      'already ended otherwise can’t be canceled.',
    scope: 'everything',
    params: oneJob,
    response: schemas.job,
    refusals: ['invalid-job-state'],
  }),
  getTranscript: operation({
    id: 'getTranscript',
    method: 'GET',
    path: '/jobs/{id}/transcript',
    tag: 'Transcripts',
    summary: 'Read the transcript of a transcribed job.',
    description:
      'The Accept header selects the format; the default is JSON. `application/msword` returns an Office Open XML ' +
      'document (.docx).\n\n`application/vnd.longhand.transcript+json` adds the confidence, language and ' +
      'speaker of each word, and how the job was recognized. It is returned only if the Accept header names it exactly.',
    scope: 'read',
    params: oneJob,
    query: schemas.transcriptQuery,
    response: schemas.transcript,
    formats: transcriptFormats,
    ownFormats: { [richTranscriptFormat]: schemas.richTranscript },
    refusals: ['invalid-job-state'],
  }),
  putTranscript: operation({
    id: 'putTranscript',
    method: 'PUT',
    path: '/jobs/{id}/transcript',
    tag: 'Transcripts',
    summary: 'Replace the transcript with a file made elsewhere.',
    description:
      'The body is the file itself, up to 50 MB: plain text, Markdown, SubRip, WebVTT, Word (.docx), oTranscribe (.otr), or JSON of ' +
      'Longhand, Rev AI, AssemblyAI, Deepgram, Whisper, WhisperX or whisper.cpp. The bytes decide, whatever `Content-Type` says. Names of ' +
      'speakers and times at the beginning of paragraphs are understood. In a Word file, tracked changes count as accepted.' +
      '\n\nEach word that the engine recognized gets its exact time, others share the time between them. The text becomes ' +
      'a revision: the history keeps the earlier text, and open editors show it immediately. Edits that are saved meanwhile are kept. Sending ' +
      'the same file again changes nothing.\n\nA text that has too little in common with the recording, such as a summary, is refused with ' +
      '422 unless `accept_mismatch=true`.',
    scope: 'everything',
    params: oneJob,
    query: importQuery,
    body: Object.fromEntries(importTypes.map((type) => [type, transcriptFile])),
    response: importResult,
    refusals: ['invalid-job-state', 'transcript-mismatch', 'storage-full'],
  }),
  recognizeJob: operation({
    id: 'recognizeJob',
    method: 'POST',
    path: '/jobs/{id}/recognize',
    tag: 'Transcripts',
    summary: 'Recognize the recording of a transcribed job again.',
    description:
      'Creates a new job, the run, with its own ID, price and hold; `recognizes` names the job whose transcript it renews. ' +
      'Read, list or cancel it like any job. It has no callback.\n\nOnce the run is `transcribed`, that transcript has a new revision with ' +
      'the new words. People’s changes and the names of speakers are kept. The history keeps the earlier ' +
      'version, and `version=machine` stays the first recognition. A run that fails or is canceled costs nothing and changes nothing.\n\n' +
      'With `passage`, only that part of the recording is recognized, and all words outside it stay as they are. With the `task` ' +
      '`speakers`, no word changes: speakers are identified again, and paragraphs whose speaker a person changed keep theirs.\n\n' +
      'Options that are left out default to those of the submission, except for `engine`. Without an `Idempotency-Key`, the same options ' +
      'return the same run while it is in progress, without a second charge.',
    scope: 'everything',
    params: oneJob,
    headers: { 'Idempotency-Key': schemas.idempotencyKey },
    body: { 'application/json': recognizeOptions },
    isBodyOptional: true,
    response: schemas.job,
    refusals: ['invalid-job-state', 'out-of-credit', 'storage-full'],
  }),
  getCaptions: operation({
    id: 'getCaptions',
    method: 'GET',
    path: '/jobs/{id}/captions',
    tag: 'Transcripts',
    summary: 'Read the transcript of a transcribed job as captions.',
    description: 'The Accept header selects the format; the default is SubRip. WebVTT names the speakers.',
    scope: 'read',
    params: oneJob,
    query: schemas.transcriptQuery,
    response: undefined,
    formats: captionFormats,
    refusals: ['invalid-job-state'],
  }),
  shareJob: operation({
    id: 'shareJob',
    method: 'POST',
    path: '/jobs/{id}/share',
    tag: 'Transcripts',
    summary: 'Create a link that opens the transcript editor without an account.',
    description:
      'Anyone with the link can read and edit the transcript. Each call creates another link; earlier links keep working.',
    scope: 'everything',
    params: oneJob,
    response: schemas.shareResult,
    refusals: ['invalid-job-state'],
  }),
  listEngines: operation({
    id: 'listEngines',
    method: 'GET',
    path: '/engines',
    tag: 'Engines',
    summary: 'List the installed speech recognition engines.',
    description:
      'The first one is the default. A submission that names no engine uses the first one that supports its options.',
    scope: 'read',
    response: schemas.engineList,
  }),
  getCallback: operation({
    id: 'getCallback',
    method: 'GET',
    path: '/jobs/{id}/callback',
    tag: 'Callbacks',
    summary: 'Read the callback deliveries of a job.',
    description:
      'Each attempt with its time, the status and the start of the response, and the reason if it failed.',
    scope: 'read',
    params: oneJob,
    response: schemas.callback,
  }),
  sendCallback: operation({
    id: 'sendCallback',
    method: 'POST',
    path: '/jobs/{id}/callback',
    tag: 'Callbacks',
    summary: 'Send the callback of a finished job again.',
    description:
      'Works whether or not it was delivered before. The first attempt is made immediately, with the same `webhook-id`, and further ' +
      'ones on the usual schedule. The response doesn’t wait for the first attempt.',
    scope: 'everything',
    params: oneJob,
    response: schemas.callback,
    refusals: ['invalid-job-state'],
  }),
  getAccount: operation({
    id: 'getAccount',
    method: 'GET',
    path: '/account',
    tag: 'Account',
    summary: 'Read the balance and email address of the account.',
    description: 'The balance can be topped up on the website.',
    scope: 'read',
    response: schemas.account,
  }),
  getVocabulary: operation({
    id: 'getVocabulary',
    method: 'GET',
    path: '/account/vocabulary',
    tag: 'Account',
    summary: 'Read the vocabulary of the account.',
    description:
      'Words and phrases that are likely in all recordings of the account. Where an engine doesn’t support a vocabulary, the editor ' +
      'suggests them for words that sound like them.',
    scope: 'read',
    response: schemas.standingVocabulary,
  }),
  putVocabulary: operation({
    id: 'putVocabulary',
    method: 'PUT',
    path: '/account/vocabulary',
    tag: 'Account',
    summary: 'Replace the vocabulary of the account.',
    description:
      'Returns the vocabulary as saved: each phrase once, with single spaces. An empty list removes it. Jobs ' +
      'in progress may still use the previous one. With a sandbox key, the response is the same, but nothing is saved.',
    scope: 'everything',
    body: { 'application/json': schemas.standingVocabulary },
    response: schemas.standingVocabulary,
  }),
};
