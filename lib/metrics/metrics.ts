import { Counter, Histogram, Registry } from 'prom-client';

/* Prometheus metrics of each process. Labels have few, known values: never an account, a job, a name or an address. */

const secondsOfRequests = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const secondsOfWaiting = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600, 4 * 3600];
const realTimeFactors = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 5, 10];

/** The result of a callback attempt: 2xx, another status, or no answer. */
export type CallbackResult = 'delivered' | 'rejected' | 'no_answer';

/** The source of a recording: the account's pages or the API. */
export type UploadSource = 'site' | 'api';

/** The counters of a process, all in one registry. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    apiRequests: new Counter({
      name: 'longhand_api_requests_total',
      help: 'API requests answered, by operation and status.',
      labelNames: ['operation', 'status'],
      registers,
    }),
    apiRequestSeconds: new Histogram({
      name: 'longhand_api_request_duration_seconds',
      help: 'Time from an API request to its answer, by operation.',
      labelNames: ['operation'],
      buckets: secondsOfRequests,
      registers,
    }),
    uploadsBegun: new Counter({
      name: 'longhand_uploads_begun_total',
      help: 'Uploads of recordings that began, by source.',
      labelNames: ['source'],
      registers,
    }),
    uploadsEnded: new Counter({
      name: 'longhand_uploads_ended_total',
      help: 'Uploads of recordings that arrived whole, by source.',
      labelNames: ['source'],
      registers,
    }),
    uploadBytes: new Counter({
      name: 'longhand_upload_bytes_total',
      help: 'Bytes of uploads that were stored, by source.',
      labelNames: ['source'],
      registers,
    }),
    jobWaitSeconds: new Histogram({
      name: 'longhand_job_wait_seconds',
      help: 'Time from the submission of a live job to the first work on it.',
      buckets: secondsOfWaiting,
      registers,
    }),
    jobsEnded: new Counter({
      name: 'longhand_jobs_ended_total',
      help: 'Live jobs that workers finished, by result: transcribed, or why they failed.',
      labelNames: ['result'],
      registers,
    }),
    realTimeFactor: new Histogram({
      name: 'longhand_recognition_real_time_factor',
      help: 'Seconds of recognition per second of recording, by engine: below 1 is faster than the recording.',
      labelNames: ['engine'],
      buckets: realTimeFactors,
      registers,
    }),
    threadTasks: new Counter({
      name: 'longhand_thread_tasks_total',
      help: 'Tasks for threads, by result: done, failed, refused because the queue is full, or aborted by the client.',
      labelNames: ['result'],
      registers,
    }),
    credentialsLookedUp: new Counter({
      name: 'longhand_credentials_looked_up_total',
      help: 'Keys, links and sessions that were looked up in the database, by result: found or missing.',
      labelNames: ['result'],
      registers,
    }),
    callbackAttempts: new Counter({
      name: 'longhand_callback_attempts_total',
      help: 'Attempts to deliver a callback, by result: delivered, rejected, or no_answer.',
      labelNames: ['result'],
      registers,
    }),
  };
}

/** The counters of a process. */
export type Metrics = ReturnType<typeof createMetrics>;

// Next bundles each route on its own: the counters of the process are kept on globalThis.
const holder = globalThis as { longhandMetrics?: Metrics };

/** The counters of this process. */
export function metrics(): Metrics {
  holder.longhandMetrics ??= createMetrics();
  return holder.longhandMetrics;
}

/** Counts an upload that begins. */
export function countUploadBegun(source: UploadSource): void {
  metrics().uploadsBegun.inc({ source });
}

/** Counts an upload that arrived whole. */
export function countUploadEnded(source: UploadSource): void {
  metrics().uploadsEnded.inc({ source });
}

/** Counts bytes of an upload that were stored. */
export function countUploadBytes(source: UploadSource, bytes: number): void {
  metrics().uploadBytes.inc({ source }, bytes);
}

/** Counts a key, link or session that was looked up in the database. */
export function countCredentialLookedUp(result: 'found' | 'missing'): void {
  metrics().credentialsLookedUp.inc({ result });
}

/** Counts an attempt to deliver a callback by the status of its answer; undefined when none came. */
export function countCallbackAttempt(status: number | undefined): void {
  let result: CallbackResult = 'no_answer';
  if (status !== undefined) result = status >= 200 && status < 300 ? 'delivered' : 'rejected';
  metrics().callbackAttempts.inc({ result });
}

/** Counts an answer to a request of the API. */
export function countApiRequest(
  operation: string,
  { status, seconds }: { status: number; seconds: number },
): void {
  metrics().apiRequests.inc({ operation, status });
  metrics().apiRequestSeconds.observe({ operation }, seconds);
}

/** Counts a job that a worker ended as transcribed; `speed` is seconds of recording per second of work, where measured. */
export function countTranscribed({ engine, speed }: { engine: string; speed: number | null }): void {
  metrics().jobsEnded.inc({ result: 'transcribed' });
  if (speed !== null && speed > 0) metrics().realTimeFactor.observe({ engine }, 1 / speed);
}

/** Counts a job that a worker ended as failed, by its reason. */
export function countFailed(reason: string): void {
  metrics().jobsEnded.inc({ result: reason });
}

/** Notes how long a job waited for the first work on it. */
export function observeJobWait(seconds: number): void {
  metrics().jobWaitSeconds.observe(Math.max(0, seconds));
}
