// Made from the OpenAPI document by `npm run openapi`: change the contract, not this file.

/** The members of every type of problem. */
export interface ProblemOf<Status extends number> {
  type: string;
  title: string;
  status: Status;
  detail: string;
}

export interface Job {
  /** Identifier of the job. */
  id: string;
  /** Current status. */
  status: 'in_progress' | 'transcribed' | 'failed';
  /** When the job was created. */
  created_on: string;
  /** The `name` that was submitted, otherwise the name of the provided file. */
  name: string;
  /** URL called when the job completes. */
  callback_url?: string | undefined;
  /** Metadata given at submission. */
  metadata?: string | undefined;
  /** Duration of the media, rounded up. */
  duration_seconds?: number | undefined;
  /** URL of the editor. Present once the job is transcribed. */
  web_url?: string | undefined;
  /** Failure reason. Present when the status is failed. */
  failure?: 'unspecified' | 'download_failure' | 'insufficient_balance' | 'invalid_media' | undefined;
  /** Human-readable reason for the failure. */
  failure_detail?: string | undefined;
  /** When the transcript was last modified in the editor. Left out until it is. */
  last_modified_on?: string | undefined;
  /** Seconds from the end of the job until it is deleted. Present if the submission set it. */
  delete_after_seconds?: number | undefined;
  /** Present as `align` if the submission had a `transcript`: nothing is recognized, and its words are timed. */
  task?: 'align' | undefined;
  /** The job whose transcript it renews. Present if `recognizeJob` created the job. */
  recognizes?: string | undefined;
}

export interface JobWithRecognition extends Job {
  /** Engine, model, language, options and speed. Present with `include=recognition`, once known. */
  recognition?: Recognition | undefined;
}

export interface Recognition {
  /** Id of the engine, as a submission names it. */
  engine_id: string;
  /** Name of the engine. */
  engine: string;
  /** The model that it used. */
  model: string;
  /** Version of the program that ran the model. */
  version: string;
  /** The language that the engine detected or was told, or else the one that most of its text is in, as a BCP 47 tag. Left out when it isn’t certain, and when most of the speech doesn’t seem to be in it. */
  language?: string | undefined;
  /** The options used, including defaults. */
  options: {
    /** The language asked for, or `auto`. */
    language: string;
    /** The `speakers` of the submission: `off`, `auto` or a number. */
    speakers: 'off' | 'auto' | number;
    /** Number of words and phrases in the vocabulary. */
    vocabulary: number;
  };
  /** `timed` when the engine timed each word, `aligned` when its text was aligned with the audio to time each word, `spread` when times are estimates, `mixed` when some are. */
  words: 'timed' | 'aligned' | 'mixed' | 'spread';
  /** The second model, whose words were compared to give each word a confidence. Left out if the confidence is the engine’s own, or there is none. */
  second_opinion?: string | undefined;
  /** The way speakers were identified: not at all, by the channels of the recording, or by voice. */
  speakers_by: 'none' | 'channel' | 'voice';
  /** Seconds of the recording per second of work. Left out until measured. */
  speed?: number | undefined;
  /** `speakers_failed`: speakers couldn’t be identified, so the transcript has only one. `punctuation_failed`: the transcript couldn’t be punctuated. `text_given`: the text was submitted with the recording, and the engine only timed it. `words_removed`: words that were repeated, or recognized during silence, were removed. `sound_lost`: some of the sound in the file couldn’t be decoded, see `lost_sound`. `speech_not_understood`: there are passages with speech but no words, listed in `not_understood`. `language_doubtful`: some of the speech doesn’t seem to be in the language asked for, or else in that of the transcript. */
  notes: Array<'speakers_failed' | 'punctuation_failed' | 'text_given' | 'words_removed' | 'sound_lost' | 'speech_not_understood' | 'language_doubtful'>;
  /** Damaged sound. It is neither transcribed nor charged. Left out if everything could be decoded. */
  lost_sound?: {
    /** Seconds of sound that couldn’t be decoded. */
    seconds: number;
    /** Seconds of sound in the file. */
    of_seconds: number;
  } | undefined;
  /** Passages with speech but no words, in order of time. Left out if there are none. */
  not_understood?: Array<{
    /** Start: seconds from the start of the media, two decimals. */
    ts: number;
    /** End: seconds from the start of the media, two decimals. */
    end_ts: number;
  }> | undefined;
  /** The passages that the note `language_doubtful` refers to. */
  language_doubtful?: Array<{
    /** Start: seconds from the start of the media, two decimals. */
    ts: number;
    /** End: seconds from the start of the media, two decimals. */
    end_ts: number;
  }> | undefined;
  /** Passages that were recognized again on their own, in order of time. Left out if there are none. */
  passages?: Array<{
    /** Start: seconds from the start of the media, two decimals. */
    ts: number;
    /** End: seconds from the start of the media, two decimals. */
    end_ts: number;
    /** Id of the engine that recognized the passage. */
    engine_id: string;
    /** The model that it used. */
    model: string;
    /** Language of the passage. Left out when it isn’t certain. */
    language?: string | undefined;
  }> | undefined;
  /** The audio tracks of the media, in order. Left out if there is only one and all of it was recognized. */
  audio_tracks?: Array<{
    /** Number of the track, counted from 1. */
    number: number;
    /** Language as a BCP 47 tag. Left out if the media doesn’t say. */
    language?: string | undefined;
    /** Title of the track. Left out if it has none. */
    title?: string | undefined;
    /** Number of channels. Left out if the media doesn’t say. */
    channels?: number | undefined;
    /** True if the track was recognized and is played in the editor. */
    used: boolean;
    /** Present if all speech is in the center channel of a surround track, so only that was recognized. */
    center_only?: true | undefined;
    /** Why the track was left out: `unreadable`; `other_language`, `commentary`, `audio_description`, `no_dialogue` or another `version` of the sound, as the media says; `duplicate` of another track or `part_of_mix` in another; `no_speech`; `not_chosen` in `audio_tracks`. */
    reason?: 'unreadable' | 'other_language' | 'commentary' | 'audio_description' | 'version' | 'no_dialogue' | 'duplicate' | 'part_of_mix' | 'no_speech' | 'not_chosen' | undefined;
  }> | undefined;
}

/** Jobs, latest first. */
export type JobList = Array<Job>;

export interface Transcript {
  /** Speakers in the transcript. */
  speakers: Array<Speaker>;
  /** Monologues in order. */
  monologues: Array<Monologue>;
}

export interface Speaker {
  /** Speaker id, counted from 0. */
  id: number;
  /** Speaker name as labeled in the transcript. */
  name: string;
}

export interface Monologue {
  /** Monologue id. */
  id: number;
  /** Id of the speaker of the monologue. */
  speaker: number;
  /** Name of the speaker. */
  speaker_name: string;
  /** Words and tags in order. */
  elements: Array<Element>;
}

export interface Element {
  /** `text` is a word with its punctuation, `tag` is non-speech such as `<laugh>`. */
  type: 'text' | 'tag';
  /** Text of the element. */
  value: string;
  /** Start: seconds from the start of the media, two decimals. */
  ts: number;
  /** End: seconds from the start of the media, two decimals. */
  end_ts: number;
}

export interface RichTranscript {
  /** Speakers in the transcript. */
  speakers: Array<Speaker>;
  /** Monologues in order. */
  monologues: Array<RichMonologue>;
  /** Engine, model, language, options and speed. Left out if unknown. */
  recognition?: Recognition | undefined;
}

export interface RichMonologue {
  /** Monologue id. */
  id: number;
  /** Id of the speaker of the monologue. */
  speaker: number;
  /** Name of the speaker. */
  speaker_name: string;
  /** Words and tags in order. */
  elements: Array<RichElement>;
}

export interface RichElement extends Element {
  /** Id of the speaker. */
  speaker: number;
  /** Confidence in the word, 0 to 1: the engine’s own, or from a comparison with a second model. Left out for words that were corrected or added, for tags, and if there is none. */
  confidence?: number | undefined;
  /** Language of the word as a BCP 47 tag. Left out for tags, and if unknown. */
  language?: string | undefined;
}

export interface Engine {
  /** The value for `engine` in a submission. */
  id: string;
  /** Name of the engine. */
  engine: string;
  /** The model that it uses. */
  model: string;
  /** Version of the program that runs the model. */
  version: string;
  /** True if it is used when a submission has no options. */
  default: boolean;
  /** `timed` when the engine times each word, `spread` when times are estimates. */
  words: 'timed' | 'spread';
  /** True if each word has a confidence. */
  confidence: boolean;
  /** True if it supports a `vocabulary`. */
  vocabulary: boolean;
  /** The languages it understands, as BCP 47 tags. Left out if the engine doesn’t list them. */
  languages?: Array<string> | undefined;
  /** True if it detects the language. */
  detects_language: boolean;
  /** True if its text has sentence case and punctuation. */
  punctuated: boolean;
  /** The longest piece of audio it processes at once, in seconds. Recordings may be longer. */
  max_piece_seconds: number;
  /** True if speakers can be identified. */
  speakers: boolean;
}

/** Engines in order of preference, the default first. */
export type EngineList = Array<Engine>;

export interface Account {
  /** Available balance in US dollars, to whole cents. */
  balance: number;
  /** Email address of the account. */
  email: string;
}

export interface Vocabulary {
  /** Words and phrases, in the order given. A tilde between spaces introduces spellings of how one sounds: `Siobhan ~ shivawn, chevonne`. With two tildes, words that sound like it are replaced, as the first edit of a new transcript. */
  vocabulary: Array<string>;
}

export interface ShareResult {
  /** Transcript editor URL with full permissions. */
  editor_url: string;
}

export interface ImportResult {
  /** The revision with this text: the latest one if the transcript had it already. */
  revision: number;
  /** Share of words in common, from 0 to 1: twice the words that match in order, divided by the words of text and recording together. */
  matching_share: number;
  /** Number of paragraphs in the text. */
  paragraphs: number;
  /** Number of words in the text. */
  words: number;
}

/** The options that differ from those of the submission. */
export interface RecognitionOptions {
  /** Language of the recording: a BCP 47 tag such as `en` or `pt-BR`, or `auto` to detect it. */
  language?: string | undefined;
  /** Identifies speakers: `off`, `auto`, or the number of speakers. */
  speakers?: 'off' | 'auto' | number | undefined;
  /** Words and phrases that are likely, such as names, in the form of the account’s vocabulary, which they supplement. */
  vocabulary?: Array<string> | undefined;
  /** Id of an engine from `GET /v1/engines`. Default: the first one that supports the options. */
  engine?: string | undefined;
  /** Which audio tracks to recognize: `auto` for those with speech, `all`, or their numbers, counted from 1. The job fails if the media has no track of that number. */
  audio_tracks?: 'auto' | 'all' | Array<number> | undefined;
  /** `recognize` (default) recognizes the words again. `speakers` only identifies the speakers again, without changing a word; of the other options, only `speakers` and `audio_tracks` count. */
  task?: 'recognize' | 'speakers' | undefined;
  /** Recognizes only this part of the recording, at the price of its length. Not with `speakers` as task. */
  passage?: {
    /** Start: seconds from the start of the media. */
    start: number;
    /** End: seconds from the start of the media, at least half a second later. */
    end: number;
  } | undefined;
}

export interface Denied {
  /** Human-readable message. */
  message: string;
}

export interface SubmissionOptions extends UploadOptions {
  /** http or https URL that the media is fetched from. */
  media_url: string;
  /** Headers to send when fetching the media, such as `Authorization`: at most 20. They are never returned, never sent to another origin after a redirect, and are removed once the media is fetched. */
  media_url_headers?: Record<string, string> | undefined;
}

export interface UploadOptions {
  /** http or https URL to call when the job completes. */
  callback_url?: string | undefined;
  /** Custom text, returned with the job. At most 256 characters. */
  metadata?: string | undefined;
  /** Language of the recording: a BCP 47 tag such as `en` or `pt-BR`, or `auto` to detect it. */
  language?: string | undefined;
  /** Identifies speakers: `off`, `auto`, or the number of speakers. */
  speakers?: 'off' | 'auto' | number | undefined;
  /** Words and phrases that are likely, such as names, in the form of the account’s vocabulary, which they supplement. */
  vocabulary?: Array<string> | undefined;
  /** Id of an engine from `GET /v1/engines`. Default: the first one that supports the options. */
  engine?: string | undefined;
  /** Which audio tracks to recognize: `auto` for those with speech, `all`, or their numbers, counted from 1. The job fails if the media has no track of that number. */
  audio_tracks?: 'auto' | 'all' | Array<number> | undefined;
  /** Name of the job. Default: the name of the file. */
  name?: string | undefined;
  /** Deletes the job, its media and its transcript this many seconds after it completes. */
  delete_after_seconds?: number | undefined;
  /** Headers to send with the callback, such as `Authorization`: at most 20. They are never returned, and are removed once the callback is delivered or abandoned. */
  callback_headers?: Record<string, string> | undefined;
  /** Replaces all but the first letter of offensive words with asterisks. */
  filter_profanity?: boolean | undefined;
  /** Leaves out sounds of hesitation, such as `um`. */
  remove_disfluencies?: boolean | undefined;
  /** Leaves out punctuation. Upper and lower case stay. */
  skip_punctuation?: boolean | undefined;
}

/** The options of the submission, at the top level or in a member named `options`. */
export type JsonSubmission = SubmissionOptions | {
  options: SubmissionOptions;
};

export interface CallbackBody {
  /** The finished job, as `GET /v1/jobs/{id}` returns it. */
  job: Job;
}

export interface Callback {
  /** The `callback_url` of the job. */
  url: string;
  /** `pending` until it is `delivered` or no more attempts are made. */
  state: 'pending' | 'delivered' | 'given_up';
  /** The `webhook-id` header of each attempt. Left out until the job has ended. */
  webhook_id?: string | undefined;
  /** Time of the next attempt. Present while pending, once the job has ended. */
  next_try_on?: string | undefined;
  /** Human-readable reason why no more attempts are made. */
  given_up_because?: string | undefined;
  /** The latest attempts, newest first, at most 100. */
  tries: Array<CallbackTry>;
}

export interface CallbackTry {
  /** When the attempt began. */
  started_on: string;
  /** Milliseconds until the response, or until the attempt failed. */
  duration_ms: number;
  /** Status of the response. Left out if there was none. */
  status?: number | undefined;
  /** Human-readable result. */
  reason: string;
  /** The first kilobyte of the response, as text. */
  answer: string;
}

/** An unexpected error on the server. */
export interface DefectProblem {
  type: "about:blank";
  title: string;
  status: 500;
  /** Identifies the request in the server’s log. */
  detail: string;
}

/** Raised when a path, query, header, or body parameter is missing or invalid. */
export interface InvalidParametersProblem extends ProblemOf<400> {
  /** The errors by parameter name, such as `options.media_url`. */
  parameters: Record<string, Array<string>>;
}

/** Raised when the Content-Type of the `media` part is not a supported media type, or the part has none (or `application/octet-stream`) and its bytes are not audio or video. */
export interface UnsupportedMediaContentTypeProblem extends ProblemOf<400> {
  /** The supported media types. */
  allowed_values: Array<string>;
  /** The media type that was sent. */
  current_value: string;
}

/** Raised when the body has a Content-Encoding such as gzip. */
export type UnsupportedContentEncodingProblem = ProblemOf<415>;

/** Raised when the `media` part has no filename. */
export type MediaMissingFilenameProblem = ProblemOf<400>;

/** Raised when the Accept header names none of the available formats. */
export interface UnsupportedTranscriptFormatProblem extends ProblemOf<400> {
  /** The available formats. */
  allowed_values: Array<string>;
}

/** Raised when the account’s balance doesn’t cover the recording. */
export interface OutOfCreditProblem extends ProblemOf<403> {
  /** The available balance in US dollars. */
  current_balance: number;
}

/** Raised when the API key’s scope doesn’t permit the operation. */
export interface InsufficientScopeProblem extends ProblemOf<403> {
  /** The scopes that permit the operation. */
  allowed_values: Array<string>;
  /** The key’s scope. */
  current_value: string;
}

/** Raised when the account has no job with this ID, or the job belongs to the other environment (live or sandbox). */
export type JobNotFoundProblem = ProblemOf<404>;

/** Raised when the job’s status doesn’t permit the operation. */
export interface InvalidJobStateProblem extends ProblemOf<409> {
  /** The job statuses that permit the operation. */
  allowed_values: Array<string>;
  /** The job’s current status. */
  current_value: string;
}

/** Raised when the request would delete a job that is under a legal hold, or whose account is. */
export type LegalHoldProblem = ProblemOf<409>;

/** Raised when a transcript that is imported has too few words in common with the recording. */
export interface TranscriptMismatchProblem extends ProblemOf<422> {
  /** The share of the words of text and recording that match in order, from 0 to 1. */
  matching_share: number;
  /** The share that is required. */
  required_share: number;
}

/** Raised when the upload or the submission’s JSON exceeds this server’s limit. */
export type PayloadTooLargeProblem = ProblemOf<413>;

/** Raised when the same Idempotency-Key was sent with a different submission within the last 24 hours. */
export type IdempotencyKeyReuseProblem = ProblemOf<409>;

/** Raised when the API key exceeded this server’s requests per minute. */
export type TooManyRequestsProblem = ProblemOf<429>;

/** Raised when the server’s database can’t be reached, or the server is overloaded. */
export type ServiceUnavailableProblem = ProblemOf<503>;

/** Raised when the server’s disk is full. */
export type StorageFullProblem = ProblemOf<507>;

/** The operations of the API, with their paths below `/v1`. */
export const operations = {
  submitJob: { method: 'POST', path: '/jobs' },
  listJobs: { method: 'GET', path: '/jobs' },
  getJob: { method: 'GET', path: '/jobs/{id}' },
  deleteJob: { method: 'DELETE', path: '/jobs/{id}' },
  cancelJob: { method: 'POST', path: '/jobs/{id}/cancel' },
  getTranscript: { method: 'GET', path: '/jobs/{id}/transcript' },
  putTranscript: { method: 'PUT', path: '/jobs/{id}/transcript' },
  recognizeJob: { method: 'POST', path: '/jobs/{id}/recognize' },
  getCaptions: { method: 'GET', path: '/jobs/{id}/captions' },
  shareJob: { method: 'POST', path: '/jobs/{id}/share' },
  listEngines: { method: 'GET', path: '/engines' },
  getCallback: { method: 'GET', path: '/jobs/{id}/callback' },
  sendCallback: { method: 'POST', path: '/jobs/{id}/callback' },
  getAccount: { method: 'GET', path: '/account' },
  getVocabulary: { method: 'GET', path: '/account/vocabulary' },
  putVocabulary: { method: 'PUT', path: '/account/vocabulary' },
} as const;

/** The name of an operation. */
export type OperationId = keyof typeof operations;

/** The media types of a transcript. */
export const transcriptTypes = [
  'text/plain',
  'application/json',
  'application/msword',
  'application/pdf',
  'application/vnd.longhand.transcript+json',
] as const;

/** The media types of captions. */
export const captionTypes = [
  'application/x-subrip',
  'text/vtt',
] as const;

/** The media types that a recording can be declared as. */
export const recordingTypes = [
  'audio/wav',
  'audio/mpeg',
  'audio/mpeg3',
  'audio/mp3',
  'audio/x-mpeg-3',
  'audio/x-aiff',
  'audio/x-aifc',
  'audio/x-wav',
  'audio/x-realaudio',
  'audio/mp4',
  'audio/mp4a',
  'audio/mp4a-latm',
  'audio/webm',
  'audio/ogg',
  'audio/vorbis',
  'audio/vnd.wave',
  'video/x-msvideo',
  'video/avi',
  'video/msvideo',
  'video/mpeg',
  'video/mp4',
  'video/x-mpeg',
  'video/x-m4v',
  'video/quicktime',
  'video/ogg',
  'video/webm',
  'video/x-matroska',
  'video/x-ms-wmv',
  'video/x-flv',
] as const;

/** The endings of file names by the media type that such a file is sent as; its bytes decide where that is `application/octet-stream`. */
export const recordingEndings = {
  'application/octet-stream': ['aac', 'adts', 'latm', 'loas', 'ac3', 'eac3', 'ec3', 'act', 'amr', 'awb', 'oma', 'aa3', 'au', 'snd', 'caf', 'c2', 'dsf', 'dff', 'dss', 'dts', 'dtshd', 'flac', 'gsm', 'lbc', 'ircam', 'sf', 'mlp', 'thd', 'truehd', 'ape', 'mpc', 'sph', 'nist', 'pvf', 'qcp', 'shn', 'sox', 'tak', 'tta', 'vqf', 'voc', 'rf64', 'w64', 'wv', 'dav', 'dv', 'dif', 'gxf', '3gp', '3gpp', '3ga', '3g2', 'f4a', 'f4v', 'ts', 'm2ts', 'mts', 'm2t', 'mxf', 'nsv', 'nut', 'rm', 'rmvb', 'ivr', 'ty', 'wma', 'asf', 'xwma', 'wtv'],
  'audio/x-aiff': ['aif', 'aiff'],
  'audio/x-aifc': ['aifc'],
  'audio/mpeg': ['mp3', 'mp2', 'mpa', 'mpga'],
  'audio/wav': ['wav', 'wave', 'bwf'],
  'video/x-msvideo': ['avi', 'divx'],
  'video/x-flv': ['flv'],
  'video/x-matroska': ['mkv', 'mka', 'mk3d'],
  'video/webm': ['webm'],
  'audio/webm': ['weba'],
  'audio/mp4': ['m4a', 'm4b', 'm4r'],
  'video/mp4': ['mp4'],
  'video/x-m4v': ['m4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/mpeg': ['mpg', 'mpeg', 'vob', 'm2p'],
  'audio/ogg': ['ogg', 'oga', 'opus', 'spx'],
  'video/ogg': ['ogv', 'ogm', 'ogx'],
  'audio/x-realaudio': ['ra'],
  'video/x-ms-wmv': ['wmv'],
} as const;

/** The types of problems, as the last segment of their `type`. */
export const problemTypes = [
  'idempotency-key-reuse',
  'insufficient-scope',
  'invalid-job-state',
  'invalid-parameters',
  'job-not-found',
  'legal-hold',
  'media-missing-filename',
  'out-of-credit',
  'payload-too-large',
  'service-unavailable',
  'storage-full',
  'too-many-requests',
  'transcript-mismatch',
  'unsupported-content-encoding',
  'unsupported-media-content-type',
  'unsupported-transcript-format',
] as const;
