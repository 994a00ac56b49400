import { z } from 'zod';
import { audioTrack } from '#lib/api/v1/audio-track-schema';
import { maxDeleteAfterSeconds, minDeleteAfterSeconds } from '#lib/jobs/retention/delete-after';
import { maxNameLength } from '#lib/jobs/submit/media-name';
import { headerLimits } from '#lib/net/request-headers';
import { maxAudioTrack, maxPhrase, maxSpeakers, maxVocabulary } from '#lib/recognition/options/options';
import { maxLanguageTag } from '#lib/recognition/options/parse-options';

/** The shapes on the wire, in wire names. Descriptions are what the API reference shows. */

export const jobId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'A job ID must be 1 to 64 letters, digits, - or _.')
  .describe('Identifier of the job.');

const timestamp = z.iso.datetime({ precision: 3 }).describe('ISO-8601 in UTC.');

export const job = z.strictObject({
  id: jobId,
  status: z.enum(['in_progress', 'transcribed', 'failed']).describe('Current status.'),
  created_on: timestamp.describe('When the job was created.'),
  name: z.string().describe('The `name` that was submitted, otherwise the name of the provided file.'),
  callback_url: z.url().optional().describe('URL called when the job completes.'),
  metadata: z.string().optional().describe('Metadata given at submission.'),
  duration_seconds: z.int().nonnegative().optional().describe('Duration of the media, rounded up.'),
  web_url: z.url().optional().describe('URL of the editor. Present once the job is transcribed.'),
  failure: z
    .enum(['unspecified', 'download_failure', 'insufficient_balance', 'invalid_media'])
    .optional()
    .describe('Failure reason. Present when the status is failed.'),
  failure_detail: z.string().optional().describe('Human-readable reason for the failure.'),
  last_modified_on: timestamp
    .optional()
    .describe('When the transcript was last modified in the editor. Left out until it is.'),
  delete_after_seconds: z
    .int()
    .optional()
    .describe('How many seconds after it completes the job is deleted. Present if the submission set it.'),
  task: z
    .enum(['align'])
    .optional()
    .describe(
      'Present as `align` if the submission had a `transcript`: nothing is recognized, and its words are timed.',
    ),
  recognizes: jobId
    .optional()
    .describe('The job whose transcript it renews. Present if the job was made by `recognizeJob`.'),
});

const passage = z.strictObject({
  ts: z.number().nonnegative().describe('Start: seconds from the start of the media, two decimals.'),
  end_ts: z.number().nonnegative().describe('End: seconds from the start of the media, two decimals.'),
});

/** The recognition of a job, as its record keeps it. */
export const recognition = z.strictObject({
  engine_id: z.string().describe('Id of the engine, as a submission names it.'),
  engine: z.string().describe('Name of the engine.'),
  model: z.string().describe('The model that it used.'),
  version: z.string().describe('Version of the program that ran the model.'),
  language: z
    .string()
    .optional()
    .describe(
      'The language that the engine detected or was told, or else the one that most of its text is in, as a BCP 47 tag. Left out ' +
        'when it isn’t certain, and when most of the speech doesn’t seem to be in it.',
    ),
  options: z
    .strictObject({
      language: z.string().describe('The language asked for, or `auto`.'),
      speakers: z
        .union([z.enum(['off', 'auto']), z.int()])
        .describe('How speakers were identified: `off`, `auto` or how many.'),
      vocabulary: z.int().nonnegative().describe('How many words and phrases were made more likely.'),
    })
    .describe('The options used, including defaults.'),
  words: z
    .enum(['timed', 'aligned', 'mixed', 'spread'])
    .describe(
      '`timed` when the engine timed each word, `aligned` when its text was aligned with the audio to time each word, `spread` when times are ' +
        'estimates, `mixed` when some are.',
    ),
  second_opinion: z
    .string()
    .optional()
    .describe(
      'The model that was compared with word by word to give the words a confidence. Left out when confidence is the engine’s own, or there is none.',
    ),
  speakers_by: z
    .enum(['none', 'channel', 'voice'])
    .describe('How speakers were identified: not at all, by the channels of the recording, or by voice.'),
  speed: z
    .number()
    .nonnegative()
    .optional()
    .describe('Seconds of the recording per second of work. Left out until measured.'),
  notes: z
    .array(
      z.enum([
        'speakers_failed',
        'punctuation_failed',
        'text_given',
        'words_removed',
        'sound_lost',
        'speech_not_understood',
        'language_doubtful',
      ]),
    )
    .describe(
      '`speakers_failed`: speakers couldn’t be identified, so the transcript has only one. `punctuation_failed`: the transcript couldn’t be punctuated. `text_given`: the text was submitted with the recording, and the engine only timed it. `words_removed`: words that were ' +
        'repeated, or recognized during silence, were removed. `sound_lost`: some of the sound in the file couldn’t be decoded, see `lost_sound`. `speech_not_understood`: there are passages with speech and no word, listed in `not_understood`. ' +
        '`language_doubtful`: some of the speech doesn’t seem to be in the language asked for, or else in that of the transcript.',
    ),
  lost_sound: z
    .strictObject({
      seconds: z.number().nonnegative().describe('How many seconds of sound couldn’t be decoded.'),
      of_seconds: z.number().nonnegative().describe('How many seconds of sound the file has.'),
    })
    .optional()
    .describe(
      'How much of the sound is damaged. It is not in the transcript or in the price. Left out if all of it could be decoded.',
    ),
  not_understood: z
    .array(passage)
    .optional()
    .describe('Passages with speech and no word, in order of time. Left out if there are none.'),
  language_doubtful: z
    .array(passage)
    .optional()
    .describe('The passages that `language_doubtful` in `notes` is about.'),
  passages: z
    .array(
      passage.extend({
        engine_id: z.string().describe('Id of the engine that recognized the passage.'),
        model: z.string().describe('The model that it used.'),
        language: z.string().optional().describe('Language of the passage. Left out when it isn’t certain.'),
      }),
    )
    .optional()
    .describe('Passages that were recognized again alone, in order of time. Left out if there are none.'),
  audio_tracks: z
    .array(audioTrack)
    .optional()
    .describe(
      'The audio tracks of the media, in order. Left out if there is only one and all of it was recognized.',
    ),
});

/** A job as reading it shows it: with more for those who ask. */
export const jobToRead = job.extend({
  recognition: recognition
    .optional()
    .describe('How the job was recognized. Present with `include=recognition`, once it is known.'),
});

export const jobQuery = z.object({
  include: z
    .literal('recognition', 'include must be recognition.')
    .optional()
    .describe('Adds a member to the response: `recognition` shows how the job was recognized.'),
});

export const engine = z.strictObject({
  id: z.string().describe('The value for `engine` in a submission.'),
  engine: z.string().describe('Name of the engine.'),
  model: z.string().describe('The model that it uses.'),
  version: z.string().describe('Version of the program that runs the model.'),
  default: z.boolean().describe('Whether it is used when a submission has no options.'),
  words: z
    .enum(['timed', 'spread'])
    .describe('`timed` when the engine times each word, `spread` when times are estimates.'),
  confidence: z.boolean().describe('Whether each word comes with a confidence.'),
  vocabulary: z.boolean().describe('Whether it supports a `vocabulary`.'),
  languages: z
    .array(z.string())
    .optional()
    .describe('The languages it understands, as BCP 47 tags. Left out if the engine doesn’t list them.'),
  detects_language: z.boolean().describe('Whether it detects the language.'),
  punctuated: z.boolean().describe('Whether its text has sentence case and punctuation.'),
  max_piece_seconds: z
    .number()
    .positive()
    .describe('The longest piece of audio it processes at once, in seconds. Recordings may be longer.'),
  speakers: z.boolean().describe('Whether speakers can be identified.'),
});

export const engineList = z.array(engine).describe('Engines in order of preference, the default first.');

export const jobList = z.array(job).describe('Jobs, latest first.');

const seconds = z.number().nonnegative();

export const speaker = z.strictObject({
  id: z.int().describe('Speaker id, counted from 0.'),
  name: z.string().describe('Speaker name as labeled in the transcript.'),
});

export const element = z.strictObject({
  type: z
    .enum(['text', 'tag'])
    .describe('`text` is a word with its punctuation, `tag` is non-speech such as `<laugh>`.'),
  value: z.string().describe('Text of the element.'),
  ts: seconds.describe('Start: seconds from the start of the media, two decimals.'),
  end_ts: seconds.describe('End: seconds from the start of the media, two decimals.'),
});

export const monologue = z.strictObject({
  id: z.int().describe('Monologue id.'),
  speaker: z.int().describe('Id of the speaker of the monologue.'),
  speaker_name: z.string().describe('Name of the speaker.'),
  elements: z.array(element).describe('Words and tags in order.'),
});

export const transcript = z.strictObject({
  speakers: z.array(speaker).describe('Speakers in the transcript.'),
  monologues: z.array(monologue).describe('Monologues in order.'),
});

export const richElement = element.extend({
  speaker: z.int().describe('Id of the speaker.'),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'Confidence in the word, 0 to 1: the engine’s own, or from a comparison with a second model. Left out for words ' +
        'that were corrected or added, for tags, and if there is none.',
    ),
  language: z
    .string()
    .optional()
    .describe('Language of the word as a BCP 47 tag. Left out for tags, and if unknown.'),
});

export const richMonologue = monologue.extend({
  elements: z.array(richElement).describe('Words and tags in order.'),
});

export const richTranscript = z.strictObject({
  speakers: z.array(speaker).describe('Speakers in the transcript.'),
  monologues: z.array(richMonologue).describe('Monologues in order.'),
  recognition: recognition.optional().describe('How the job was recognized. Left out if unknown.'),
});

export const account = z.strictObject({
  balance: z.number().nonnegative().describe('Available balance in US dollars, to whole cents.'),
  email: z.string().describe('Email address of the account.'),
});

const phrases = z.array(z.string().max(maxPhrase)).max(maxVocabulary);

export const standingVocabulary = z.strictObject({
  vocabulary: phrases.describe('Words and phrases, in the order they were given.'),
});

export const shareResult = z.strictObject({
  editor_url: z.url().describe('Transcript editor URL with full permissions.'),
});

export const callbackTry = z.strictObject({
  started_on: timestamp.describe('When the try began.'),
  duration_ms: z.int().nonnegative().describe('Milliseconds until the response, or until the try failed.'),
  status: z.int().optional().describe('Status of the response. Left out if there was none.'),
  reason: z.string().describe('Human-readable result.'),
  answer: z.string().describe('The first kilobyte of the response, as text.'),
});

export const callback = z.strictObject({
  url: z.url().describe('The `callback_url` of the job.'),
  state: z
    .enum(['pending', 'delivered', 'given_up'])
    .describe('`pending` until it is `delivered` or no more tries are made.'),
  webhook_id: z
    .string()
    .optional()
    .describe('The `webhook-id` header of each try. Left out until the job has ended.'),
  next_try_on: timestamp
    .optional()
    .describe('Time of the next try. Present while pending, once the job has ended.'),
  given_up_because: z.string().optional().describe('Human-readable reason why no more tries are made.'),
  tries: z.array(callbackTry).describe('The latest tries, newest first, at most 100.'),
});

/** The answer to a request without a valid API key. */
export const denied = z.strictObject({
  message: z.string().describe('Human-readable message.'),
});

const address = z.url().max(1024);
const headers = z.record(z.string().max(headerLimits.name), z.string().max(headerLimits.value)).optional();

/** Options of a submission whose media is uploaded with it. */
export const uploadOptions = z
  .object({
    callback_url: address.optional().describe('http or https URL to call when the job completes.'),
    metadata: z
      .string()
      .max(256)
      .optional()
      .describe('Custom text, returned with the job. At most 256 characters.'),
    language: z
      .string()
      .max(maxLanguageTag)
      .optional()
      .describe('Language of the recording: a BCP 47 tag such as `en` or `pt-BR`, or `auto` to detect it.'),
    speakers: z
      .union([z.enum(['off', 'auto']), z.int().min(1).max(maxSpeakers)])
      .optional()
      .describe('Whether to identify speakers: `off`, `auto`, or how many there are.'),
    vocabulary: phrases
      .optional()
      .describe(
        'Words and phrases that are likely, such as names. They are added to the vocabulary of the account.',
      ),
    engine: z
      .string()
      .optional()
      .describe('Id of an engine from `GET /v1/engines`. Default: the first one that supports the options.'),
    audio_tracks: z
      .union([z.enum(['auto', 'all']), z.array(z.int().min(1).max(maxAudioTrack)).min(1).max(maxAudioTrack)])
      .optional()
      .describe(
        'Which audio tracks to recognize: `auto` for those with speech, `all`, or their numbers, counted from 1. The job fails if the media has no track of that number.',
      ),
    name: z
      .string()
      .min(1)
      .max(maxNameLength)
      .optional()
      .describe('Name of the job. Default: the name of the file.'),
    delete_after_seconds: z
      .int()
      .min(minDeleteAfterSeconds)
      .max(maxDeleteAfterSeconds)
      .optional()
      .describe('Deletes the job, its media and its transcript this many seconds after it completes.'),
    callback_headers: headers.describe(
      `Headers to send with the callback, such as \`Authorization\`: at most ${headerLimits.count}. They are never returned, and removed once it is delivered or given up.`,
    ),
    filter_profanity: z
      .boolean()
      .optional()
      .describe('Whether to replace all but the first letter of offensive words with asterisks.'),
    remove_disfluencies: z
      .boolean()
      .optional()
      .describe('Whether to leave out sounds of hesitation, such as `um`.'),
    skip_punctuation: z
      .boolean()
      .optional()
      .describe('Whether to leave out punctuation. Upper and lower case stay.'),
  })
  .meta({ examples: [{ metadata: 'order 4711' }] });

/** The options of a submission without an upload. */
export const submissionOptions = uploadOptions.extend({
  media_url: address.describe('http or https URL that the media is fetched from.'),
  media_url_headers: headers.describe(
    `Headers to send when fetching the media, such as \`Authorization\`: at most ${headerLimits.count}. They are never returned, never sent to another origin after a redirect, and removed once the media is fetched.`,
  ),
});

/** Known clients nest the options below a member of that name; the reference calls it `options` in its errors. */
export const jsonSubmission = z
  .union([submissionOptions, z.object({ options: submissionOptions })])
  .describe('The options of the submission, at the top level or in a member named `options`.');

/** Makes it safe to send a submission again. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()
  .describe(
    'A text of your choice, new for each submission. For 24 hours, the same key with the same request returns the first job again, without a second charge.',
  );

/** The parts of a submission with an upload. */
export const multipartSubmission = z.object({
  media: z
    .file()
    .describe(
      'The audio or video file. Needs a file name and one of the accepted media types. Without a type, or as `application/octet-stream`, its bytes decide.',
    ),
  transcript: z
    .file()
    .optional()
    .describe(
      'The text of the recording, in a form that `putTranscript` takes, up to 50 MB: nothing is recognized then.',
    ),
  options: uploadOptions.optional(),
});

export const listQuery = z.object({
  limit: z
    .string()
    .regex(/^-?\d{1,9}$/, 'limit must be a whole number.')
    .transform(Number)
    .pipe(z.int().min(1, 'The min value for limit is 1').max(1000, 'The max value for limit is 1000'))
    .default(100)
    .describe('Page size, 1 to 1000.'),
  starting_after: jobId.optional().describe('The page begins after this job.'),
});

export const transcriptQuery = z.object({
  version: z
    .enum(['latest', 'machine'], 'version must be latest or machine.')
    .default('latest')
    .describe('`latest` includes all changes by editors, `machine` is the original.'),
});
