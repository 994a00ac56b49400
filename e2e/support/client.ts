import { openAsBlob } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import * as schemas from '#lib/api/v1/schemas';
import type { Longhand } from './start-longhand';
import { waitFor } from './wait';

/** A job as the API shows it, checked against the contract. */
export type JobView = z.output<typeof schemas.job>;

/** A client of the API, as a developer would write one from the specification. */
export interface Client {
  apiKey: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  submitFile(file: string, mediaType: string, options?: Record<string, unknown>): Promise<JobView>;
  submitUrl(mediaUrl: string, options?: Record<string, unknown>): Promise<JobView>;
  /** Waits until the job has ended, and returns it. */
  ended(jobId: string): Promise<JobView>;
  transcript(jobId: string): Promise<z.output<typeof schemas.transcript>>;
  text(jobId: string): Promise<string>;
  callback(jobId: string): Promise<z.output<typeof schemas.callback>>;
  sendCallback(jobId: string): Promise<z.output<typeof schemas.callback>>;
  balance(): Promise<number>;
}

/** Makes a client with this key. Its methods check every JSON answer against the contract's schema. */
export function makeClient({ baseUrl }: Pick<Longhand, 'baseUrl'>, apiKey: string): Client {
  const request = (where: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${apiKey}`);
    return fetch(`${baseUrl}/v1${where}`, { ...init, headers });
  };
  const read = async <T extends z.ZodType>(schema: T, response: Response): Promise<z.output<T>> => {
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
    return schema.parse(JSON.parse(text));
  };
  return {
    apiKey,
    request,
    async submitFile(file, mediaType, options) {
      const form = new FormData();
      if (options !== undefined) form.set('options', JSON.stringify(options));
      form.set('media', await openAsBlob(file, { type: mediaType }), path.basename(file));
      return read(schemas.job, await request('/jobs', { method: 'POST', body: form }));
    },
    async submitUrl(mediaUrl, options) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ ...options, media_url: mediaUrl });
      return read(schemas.job, await request('/jobs', { method: 'POST', headers, body }));
    },
    ended: (jobId) =>
      waitFor(`job ${jobId} to end`, async () => {
        const job = await read(schemas.job, await request(`/jobs/${jobId}`));
        return job.status === 'in_progress' ? undefined : job;
      }),
    async transcript(jobId) {
      const headers = { accept: 'application/json' };
      return read(schemas.transcript, await request(`/jobs/${jobId}/transcript`, { headers }));
    },
    async text(jobId) {
      return (await request(`/jobs/${jobId}/transcript`, { headers: { accept: 'text/plain' } })).text();
    },
    async callback(jobId) {
      return read(schemas.callback, await request(`/jobs/${jobId}/callback`));
    },
    async sendCallback(jobId) {
      return read(schemas.callback, await request(`/jobs/${jobId}/callback`, { method: 'POST' }));
    },
    async balance() {
      return (await read(schemas.account, await request('/account'))).balance;
    },
  };
}
