import { createCalls, type CallOptions } from './calls.ts';
import type * as contract from './contract.ts';
import { randomHex } from './encode-form.ts';
import type { ApiError } from './errors.ts';
import { formats, type FormatName } from './formats.ts';
import { openRecording } from './open-recording.ts';
import { readBody, streamBody } from './read-body.ts';
import type { Progress, Source, UrlSource } from './recording.ts';
import type { Connection } from './send-request.ts';
import { sendRecording } from './send-recording.ts';
import { waitFor, type WaitOptions } from './wait-for.ts';

/** The address of a client's server, its key, and the rules for retries. */
export interface ClientOptions {
  /** The address of the server, such as `https://longhand.example`. */
  baseUrl: string;
  apiKey: string;
  /** Sends the requests; by default the platform's own. */
  fetch?: typeof fetch | undefined;
  /** Number of times a request is sent again after 429, 502, 503, 504 or a broken connection; 4 by default. */
  retries?: number | undefined;
  /** The longest that an answer to anything but an upload is waited for, in milliseconds; 120,000 by default. */
  timeoutMs?: number | undefined;
}

/** Options for submitting a recording: those of the API, and those for sending it. */
export interface SubmitOptions extends contract.UploadOptions, CallOptions {
  /** The file name that the job gets; by default that of the source. */
  fileName?: string | undefined;
  /**
   * The text of the recording, in a form that `putTranscript` takes: nothing is recognized then, and the text is timed against the
   * sound. Only of a recording that is sent, not of an address.
   */
  transcript?: Exclude<Source, UrlSource> | undefined;
  /** Names the submission: sent again with the same key within 24 hours, it is the same job. Made up by default. */
  idempotencyKey?: string | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Which version of a transcript. */
export interface TranscriptOptions extends CallOptions {
  /** `latest` has the changes of editors, `machine` is the original. */
  version?: 'latest' | 'machine' | undefined;
}

/** Options for importing a transcript. */
export interface ImportOptions extends CallOptions {
  /** Also imports a text that has little in common with the recording. */
  acceptMismatch?: boolean | undefined;
}

/** Options for recognizing a recording again: those of the API that differ from the submission's. */
export interface RecognizeOptions extends contract.RecognitionOptions, CallOptions {
  /** Names the run: sent again with the same key within 24 hours, it is the same one. By default, the same options are, while it is in progress. */
  idempotencyKey?: string | undefined;
}

/** Which jobs are listed. */
export interface ListOptions extends CallOptions {
  /** Jobs to read per request, up to 1000; 100 by default. */
  pageSize?: number | undefined;
  /** Begin behind this job. */
  startingAfter?: string | undefined;
}

/** A transcript in some format; its content can be taken once, in one of three ways. */
export interface Download {
  mediaType: string;
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
  stream(): ReadableStream<Uint8Array>;
}

/** A client of one server with one API key. */
export type Client = ReturnType<typeof createClient>;

/** Makes a client. Its methods have the names of the API's operations, and throw `ApiError` and `ConnectionError`. */
export function createClient({ baseUrl, apiKey, ...options }: ClientOptions) {
  const connection: Connection = {
    baseUrl: baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    apiKey,
    fetch: options.fetch ?? ((...parameters) => fetch(...parameters)),
    retries: options.retries ?? 4,
    timeoutMs: options.timeoutMs ?? 120_000,
  };
  const { call, read } = createCalls(connection);

  const getJob = (id: string, options: CallOptions & { include?: 'recognition' | undefined } = {}) =>
    read<contract.JobWithRecognition>('getJob', {
      ...options,
      id,
      query: { include: options.include },
    });

  async function download(
    id: string,
    format: FormatName,
    { version, signal }: TranscriptOptions = {},
  ): Promise<Download> {
    const { operation, mediaType } = formats[format];
    const headers = { accept: mediaType };
    const response = await call(operation, { id, query: { version }, headers, signal });
    return {
      mediaType,
      text: () => readBody(() => response.text(), signal),
      bytes: async () => new Uint8Array(await readBody(() => response.arrayBuffer(), signal)),
      stream: () => streamBody(response.body ?? new Blob().stream(), signal),
    };
  }

  const readJson = async <Content>(id: string, format: 'json' | 'rich', options?: TranscriptOptions) =>
    JSON.parse(await (await download(id, format, options)).text()) as Content;

  const operations = {
    /** Submits a recording: a path (Node.js), File, Blob, stream or URL. Safe to repeat: each call has an idempotency key. */
    async submitJob(source: Source, options: SubmitOptions = {}): Promise<contract.Job> {
      const { fileName, transcript: text, idempotencyKey, onProgress, signal, ...submission } = options;
      const headers = { 'idempotency-key': idempotencyKey ?? randomHex(16) };
      if (typeof source === 'object' && 'url' in source) {
        if (text !== undefined)
          throw new TypeError('transcript requires media: the recording itself, not a URL.');
        return read('submitJob', { headers, signal, body: { ...submission, media_url: source.url } });
      }
      const recording = await openRecording(source, fileName);
      const transcript = text === undefined ? undefined : await readWhole(text);
      const sending = {
        ...{ options: JSON.stringify(submission), transcript },
        ...{ fetch: connection.fetch, onProgress, signal },
      };
      return read('submitJob', {
        ...{ headers, signal, canRepeat: () => recording.canRepeat() },
        send: (url, allHeaders) => sendRecording(url, allHeaders, recording, sending),
      });
    },

    /** All jobs, latest first, read page by page as they are taken. */
    async *listJobs({
      pageSize = 100,
      startingAfter,
      signal,
    }: ListOptions = {}): AsyncGenerator<contract.Job> {
      for (let after = startingAfter; ;) {
        const query = { limit: String(pageSize), starting_after: after };
        const page: contract.Job[] = await read('listJobs', { query, signal });
        yield* page;
        after = page.at(-1)?.id;
        if (page.length < pageSize || after === undefined) return;
      }
    },

    getJob,

    /** Deletes a finished job with its recording and its transcript, for good. */
    async deleteJob(id: string, options: CallOptions = {}): Promise<void> {
      const isDone = ({ type }: ApiError) => type === 'job-not-found';
      await call('deleteJob', { ...options, id, isDone });
    },

    /** Ends a job in progress, at no charge. */
    cancelJob: (id: string, options: CallOptions = {}) => read<contract.Job>('cancelJob', { ...options, id }),

    /** The transcript as data: speakers, and what each said, word by word with times. */
    getTranscript: (id: string, options?: TranscriptOptions) =>
      readJson<contract.Transcript>(id, 'json', options),

    /** Replaces the transcript with a file (text, Markdown, captions, Word, JSON; up to 50 MB). Repeating changes nothing. */
    async putTranscript(
      id: string,
      source: Exclude<Source, UrlSource>,
      { acceptMismatch, signal }: ImportOptions = {},
    ): Promise<contract.ImportResult> {
      const query = { accept_mismatch: acceptMismatch === true ? 'true' : undefined };
      return read('putTranscript', { id, query, signal, file: await readWhole(source) });
    },

    /** Recognizes a transcribed recording again, or a part, into a new revision that keeps people's changes. Safe to repeat. */
    recognizeJob: (id: string, { idempotencyKey, signal, ...body }: RecognizeOptions = {}) =>
      read<contract.Job>('recognizeJob', {
        ...{ id, signal, body },
        ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
      }),

    /** Captions as text. */
    getCaptions: async (id: string, format: 'srt' | 'vtt' = 'srt', options?: TranscriptOptions) =>
      (await download(id, format, options)).text(),

    /** Creates a link that opens the editor without an account. */
    shareJob: (id: string, options: CallOptions = {}) =>
      read<contract.ShareResult>('shareJob', { ...options, id, isRepeatable: false }),

    listEngines: (options: CallOptions = {}) => read<contract.EngineList>('listEngines', options),

    /** The deliveries of a job's callback. */
    getCallback: (id: string, options: CallOptions = {}) =>
      read<contract.Callback>('getCallback', { ...options, id }),

    /** Sends a job's callback again. */
    sendCallback: (id: string, options: CallOptions = {}) =>
      read<contract.Callback>('sendCallback', { ...options, id, isRepeatable: false }),

    getAccount: (options: CallOptions = {}) => read<contract.Account>('getAccount', options),

    /** The words that are likely in all recordings of the account. */
    getVocabulary: async (options: CallOptions = {}) =>
      (await read<contract.Vocabulary>('getVocabulary', options)).vocabulary,

    /** Replaces the words that are likely in all recordings of the account; gives them as saved. */
    putVocabulary: async (vocabulary: string[], options: CallOptions = {}) =>
      (await read<contract.Vocabulary>('putVocabulary', { ...options, body: { vocabulary } })).vocabulary,
    // Each operation of the contract has a method.
  } satisfies Record<contract.OperationId, unknown>;

  return {
    ...operations,
    /** The transcript in any format, as text, bytes or a stream. */
    download,
    /** The transcript with the confidence, language and speaker of each word. */
    getRichTranscript: (id: string, options?: TranscriptOptions) =>
      readJson<contract.RichTranscript>(id, 'rich', options),
    /** The job as soon as it has ended: `transcribed` or `failed`. */
    waitFor: ({ id }: Pick<contract.Job, 'id'>, options: WaitOptions = {}): Promise<contract.Job> =>
      waitFor((signal) => getJob(id, { signal }), options),
  };
}

async function readWhole(source: Exclude<Source, UrlSource>): Promise<Blob> {
  const pieces: Array<Uint8Array<ArrayBuffer>> = [];
  const { open } = await openRecording(source);
  for await (const piece of open()) pieces.push(new Uint8Array(piece));
  return new Blob(pieces);
}
