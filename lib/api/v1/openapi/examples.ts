import { richTranscriptFormat, type contract } from '#lib/api/v1/contract';

/** An example of a body, with a summary. */
export interface Example {
  summary: string;
  value: unknown;
}

/** Examples by media type, each under a short name. */
export type Examples = Record<string, Record<string, Example>>;

const jobId = 'V1StGXR8_Z5jdHi6B-myT';
const account = { balance: 99.25, email: 'ada@longhand.example' };
const vocabulary = { vocabulary: ['Ada Lovelace', 'analytical engine', 'Babbage'] };
const submitted = { id: jobId, status: 'in_progress', created_on: '2026-11-20T23:23:22.290Z' };
const options = { media_url: 'https://media.example/interview.mp3', metadata: 'order 4711' };
const callbackUrl = 'https://client.example/longhand';

const transcript = {
  speakers: [{ id: 0, name: 'Speaker 1' }],
  monologues: [
    {
      id: 0,
      speaker: 0,
      speaker_name: 'Speaker 1',
      elements: [
        { type: 'text', value: 'Good', ts: 0.42, end_ts: 0.68 },
        { type: 'text', value: 'morning.', ts: 0.68, end_ts: 1.15 },
        { type: 'tag', value: '<laugh>', ts: 1.3, end_ts: 1.9 },
      ],
    },
  ],
};

const recognition = {
  engine_id: 'sherpa:parakeet-tdt-0.6b-v3-int8',
  engine: 'sherpa',
  model: 'parakeet-tdt-0.6b-v3-int8',
  version: '1.13.8',
  language: 'en',
  options: { language: 'en', speakers: 'auto', vocabulary: 0 },
  words: 'timed',
  speakers_by: 'voice',
  speed: 12.4,
  notes: [],
};

const richTranscript = {
  speakers: [{ id: 0, name: 'Speaker 1' }],
  monologues: [
    {
      id: 0,
      speaker: 0,
      speaker_name: 'Speaker 1',
      elements: [
        {
          type: 'text',
          value: 'Good',
          ts: 0.42,
          end_ts: 0.68,
          speaker: 0,
          confidence: 0.981,
          language: 'en',
        },
        { type: 'tag', value: '<laugh>', ts: 1.3, end_ts: 1.9, speaker: 0 },
      ],
    },
  ],
  recognition,
};

const engines = [
  {
    id: 'sherpa:parakeet-tdt-0.6b-v3-int8',
    engine: 'sherpa',
    model: 'parakeet-tdt-0.6b-v3-int8',
    version: '1.13.8',
    default: true,
    words: 'timed',
    confidence: true,
    vocabulary: false,
    languages: ['en', 'de', 'fr'],
    detects_language: true,
    punctuated: true,
    max_piece_seconds: 28,
    speakers: true,
  },
  {
    id: 'pocketsphinx',
    engine: 'pocketsphinx',
    model: 'en-us',
    version: '5',
    default: false,
    words: 'timed',
    confidence: true,
    vocabulary: false,
    languages: ['en'],
    detects_language: false,
    punctuated: false,
    max_piece_seconds: 30,
    speakers: true,
  },
];

const subRip = '1\n00:00:00,420 --> 00:00:01,420\nGood morning.\n';
const webVtt = 'WEBVTT\n\n00:00:00.420 --> 00:00:01.420\n<v Speaker 1>Good morning.</v>\n';

const failed = {
  ...submitted,
  status: 'failed',
  name: 'interview.mp3',
  callback_url: callbackUrl,
  metadata: 'order 4711',
  failure: 'download_failure',
  failure_detail: 'Failed to download media file. Please check your url and file type',
};

const canceled = {
  failure: 'unspecified',
  failure_detail: 'The job was canceled. Nothing was charged.',
};

const retried = {
  url: callbackUrl,
  state: 'pending',
  webhook_id: 'p5jXN8AQM9LWM0D4loKWxJ',
  next_try_on: '2026-11-20T23:25:34.000Z',
  tries: [
    {
      started_on: '2026-11-20T23:25:28.512Z',
      duration_ms: 87,
      status: 503,
      reason: 'The receiver responded with 503 Service Unavailable.',
      answer: 'Back in a minute.',
    },
  ],
};

function transcribed(baseUrl: string) {
  return {
    ...submitted,
    status: 'transcribed',
    name: 'interview.mp3',
    callback_url: callbackUrl,
    metadata: 'order 4711',
    duration_seconds: 107,
    web_url: `${baseUrl}/editor/${jobId}`,
  };
}

function jobsAt(baseUrl: string): Record<string, Example> {
  return {
    transcribed: { summary: 'A transcribed job', value: transcribed(baseUrl) },
    failed: { summary: 'A failed job', value: failed },
  };
}

/** Returns examples of each operation's responses, from a server at `baseUrl`. Documents and PDFs have none. */
export function responseExamples(baseUrl: string): Record<keyof typeof contract, Examples> {
  const share = { editor_url: `${baseUrl}/editor/shared/8JfM2w0nQp7tYbXk4RzVhA` };
  return {
    submitJob: json('A job that has just been submitted', { ...submitted, name: 'interview.mp3' }),
    listJobs: json('Two jobs', [transcribed(baseUrl), { ...failed, id: 'Uakgb_J5m9g-0JDMbcJqL' }]),
    getJob: {
      'application/json': {
        ...jobsAt(baseUrl),
        with_recognition: {
          summary: 'With include=recognition',
          value: { ...transcribed(baseUrl), recognition },
        },
      },
    },
    cancelJob: json('A job that was canceled', {
      ...submitted,
      name: 'interview.mp3',
      status: 'failed',
      ...canceled,
    }),
    deleteJob: {},
    getTranscript: {
      ...json('Words with their times', transcript),
      'text/plain': {
        example: {
          summary: 'A block for each monologue',
          value: 'Speaker 1:    00:00    Good morning. <laugh>\n',
        },
      },
      [richTranscriptFormat]: {
        example: { summary: 'Words with confidence, language and speaker', value: richTranscript },
      },
    },
    putTranscript: json('A text that was imported', {
      ...{ revision: 3, matching_share: 0.968, paragraphs: 2, words: 31 },
    }),
    recognizeJob: json('A run that has just been submitted', {
      ...{ ...submitted, id: 'Uakgb_J5m9g-0JDMbcJqL', created_on: '2026-12-01T08:15:00.120Z' },
      ...{ name: 'interview.mp3', duration_seconds: 107, recognizes: jobId },
    }),
    getCaptions: {
      'application/x-subrip': { example: { summary: 'SubRip', value: subRip } },
      'text/vtt': { example: { summary: 'WebVTT', value: webVtt } },
    },
    shareJob: json('A link to the editor', share),
    listEngines: json('Two engines', engines),
    getCallback: json('A callback that failed once', retried),
    sendCallback: json('A callback that is about to be sent', { ...retried, tries: [] }),
    getAccount: json('An account', account),
    getVocabulary: json('Three phrases', vocabulary),
    putVocabulary: json('The vocabulary as it was saved', vocabulary),
  };
}

/** Examples of request bodies, by the operation's id. */
export const requestExamples: Partial<Record<keyof typeof contract, Examples>> = {
  submitJob: {
    'application/json': {
      top_level: {
        summary: 'Options at the top level',
        value: { ...options, callback_url: callbackUrl },
      },
      nested: { summary: 'Options in a member of that name', value: { options } },
      recognition: {
        summary: 'With recognition options',
        value: {
          media_url: 'https://media.example/interview.mp3',
          language: 'en-GB',
          speakers: 2,
          vocabulary: ['Ada Lovelace', 'analytical engine'],
        },
      },
    },
  },
  putTranscript: {
    'text/plain': {
      example: {
        summary: 'Paragraphs with speakers and times',
        value: '[00:00] Ann: Good morning.\n\n[00:04] Ben: Good morning, Ann.\n',
      },
    },
    'application/x-subrip': { example: { summary: 'SubRip', value: subRip } },
    'text/vtt': { example: { summary: 'WebVTT', value: webVtt } },
    ...json('A transcript of this API', transcript),
  },
  recognizeJob: json('Another engine', { engine: 'sherpa:parakeet-tdt-0.6b-v3-int8', language: 'en' }),
  putVocabulary: json('Three phrases', vocabulary),
};

/** Returns examples of callback bodies, from a server at `baseUrl`. */
export function callbackExamples(baseUrl: string): Record<string, Example> {
  return Object.fromEntries(
    Object.entries(jobsAt(baseUrl)).map(([name, { summary, value }]) => [
      name,
      { summary, value: { job: value } },
    ]),
  );
}

/** Returns the callback body of a transcribed job, as an example from a server at `baseUrl`. */
export function callbackExample(baseUrl: string): object {
  return Object(callbackExamples(baseUrl)['transcribed']?.value) as object;
}

function json(summary: string, value: unknown): Examples {
  return { 'application/json': { example: { summary, value } } };
}
