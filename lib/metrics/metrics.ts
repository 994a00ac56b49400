import { Counter, Histogram, Registry } from 'prom-client';
import { perProcess } from '#lib/per-process';

/* Prometheus metrics of each process. Labels have few, known values: never an account, job, name or address. */

const secondsOfRequests = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const secondsOfWaiting = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600, 4 * 3600];
const realTimeFactors = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 5, 10];

/** The result of a callback attempt: 2xx, another status, or no response. */
export type CallbackResult = 'delivered' | 'rejected' | 'no_answer';

/** The source of a recording: the account's pages or the API. */
export type UploadSource = 'site' | 'api';

/** Creates the counters of a process, all in one registry. */
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
      help: 'Uploads of recordings started, by source.',
      labelNames: ['source'],
      registers,
    }),
    uploadsEnded: new Counter({
      name: 'longhand_uploads_ended_total',
      help: 'Uploads of recordings completed, by source.',
      labelNames: ['source'],
      registers,
    }),
    uploadBytes: new Counter({
      name: 'longhand_upload_bytes_total',
      help: 'Bytes of uploads stored, by source.',
      labelNames: ['source'],
      registers,
    }),
    jobWaitSeconds: new Histogram({
      name: 'longhand_job_wait_seconds',
      help: 'Time from the submission of a live job to the start of work on it.',
      buckets: secondsOfWaiting,
      registers,
    }),
    jobsEnded: new Counter({
      name: 'longhand_jobs_ended_total',
      help: 'Live jobs finished, by result: transcribed, or the kind of failure.',
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
      help: 'Thread tasks, by result: done, failed, refused because the queue is full, or aborted by the client.',
      labelNames: ['result'],
      registers,
    }),
    credentialsLookedUp: new Counter({
      name: 'longhand_credentials_looked_up_total',
      help: 'Lookups of keys, links and sessions in the database, by result: found or missing.',
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

/** Returns the counters of this process. */
export function metrics(): Metrics {
  return perProcess('longhandMetrics', createMetrics);
}

/** Counts the start of an upload. */
export function countUploadBegun(source: UploadSource): void {
  metrics().uploadsBegun.inc({ source });
}

/** Counts a complete upload. */
export function countUploadEnded(source: UploadSource): void {
  metrics().uploadsEnded.inc({ source });
}

/** Counts stored bytes of an upload. */
export function countUploadBytes(source: UploadSource, bytes: number): void {
  metrics().uploadBytes.inc({ source }, bytes);
}

/** Counts a database lookup of a key, link or session. */
export function countCredentialLookedUp(result: 'found' | 'missing'): void {
  metrics().credentialsLookedUp.inc({ result });
}

/** Counts an attempt to deliver a callback by its response's status; undefined if there was none. */
export function countCallbackAttempt(status: number | undefined): void {
  let result: CallbackResult = 'no_answer';
  if (status !== undefined) result = status >= 200 && status < 300 ? 'delivered' : 'rejected';
  metrics().callbackAttempts.inc({ result });
}

/** Counts a response of the API. */
export function countApiRequest(
  operation: string,
  { status, seconds }: { status: number; seconds: number },
): void {
  metrics().apiRequests.inc({ operation, status });
  metrics().apiRequestSeconds.observe({ operation }, seconds);
}

/** Counts a job that a worker transcribed; `speed` is seconds of recording per second of work, if measured. */
export function countTranscribed({ engine, speed }: { engine: string; speed: number | null }): void {
  metrics().jobsEnded.inc({ result: 'transcribed' });
  if (speed !== null && speed > 0) metrics().realTimeFactor.observe({ engine }, 1 / speed);
}

/** Counts a job that a worker failed, by reason. */
export function countFailed(reason: string): void {
  metrics().jobsEnded.inc({ result: reason });
}

/** Records how long a job waited until its first work. */
export function observeJobWait(seconds: number): void {
  metrics().jobWaitSeconds.observe(Math.max(0, seconds));
}
