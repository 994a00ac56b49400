import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { serveApi } from '#e2e/support/openai/serve-api';
import { makeJob } from '#e2e/support/make-job';
import { makeRecord } from '#e2e/support/recognition-record';
import { jobs } from '#drizzle/schema/jobs';
import { presentForCallback } from '#lib/api/dialects/present-for-callback';
import { readHeaders } from '#lib/jobs/headers/headers';
import { getJob } from '#lib/jobs/read/get-job';
import { readSecret } from '#lib/settings/secret';
import { env } from '#lib/settings/env';

/* Jobs as Rev AI's API shows them, without a worker: what becomes of them is the test's to say. */

const api = await serveApi();

type JobView = Record<string, unknown> & { id: string };

const ask = async <Answer = JobView>(path: string, init?: RequestInit): Promise<Answer> => {
  const response = await api.ask(`/speechtotext/v1${path}`, init, api.account.keys.live);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Answer;
};

const submit = (options: object): Promise<JobView> =>
  ask('/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(options),
  });

const find = (jobId: string) => getJob(api.db(), { accountId: api.account.id, jobId });

test('a job shows the options that it was submitted with, and asks for them in our own words', async () => {
  const options = {
    media_url: 'http://media.example/talks/talk.wav',
    callback_url: 'http://hooks.example/rev',
    delete_after_seconds: 3600,
    language: 'en',
    skip_diarization: true,
    filter_profanity: true,
    remove_disfluencies: false,
    skip_punctuation: true,
    transcriber: 'low_cost',
    verbatim: true,
    rush: false,
  };
  const { id, created_on, ...shown } = await submit({
    ...options,
    ...{ metadata: 'm'.repeat(512), summarization_config: null, unknown: 1 },
  });
  assert.ok(Date.parse(String(created_on)) > 0);
  assert.deepEqual(shown, {
    ...options,
    ...{ status: 'in_progress', name: 'talk.wav', type: 'async', metadata: 'm'.repeat(512) },
  });
  const job = await find(id);
  assert.deepEqual(job.recognitionOptions, { language: 'en', speakers: 'off' });
  assert.deepEqual(job.textOptions, { filterProfanity: true, skipPunctuation: true });
  assert.equal(job.deleteAfterSeconds, 3600);
  assert.deepEqual(await ask(`/jobs/${id}`), { id, created_on, ...shown });
});

test('what a configuration holds is used, and not shown', async () => {
  const source_config = { url: 'http://media.example/a.wav', auth_headers: { Authorization: 'Bearer in' } };
  const notification_config = {
    url: 'http://hooks.example/rev',
    auth_headers: { Authorization: 'Bearer out' },
  };
  const shown = await submit({ source_config, notification_config, transcriber: 'pocketsphinx' });
  assert.ok(!/example|Bearer/.test(JSON.stringify(shown)));
  const job = await find(shown.id);
  assert.deepEqual([job.mediaUrl, job.callbackUrl], [source_config.url, notification_config.url]);
  assert.deepEqual(job.recognitionOptions, { engine: 'pocketsphinx' });
  const secret = await readSecret(env());
  for (const [kind, authorization] of [
    ['media', 'Bearer in'],
    ['callback', 'Bearer out'],
  ] as const) {
    assert.deepEqual(await readHeaders(api.db(), { jobId: job.id, kind }, secret), { authorization });
  }
});

test('a callback is in the words of the API in which its job was submitted', async () => {
  const { id } = await submit({ media_url: 'http://media.example/b.wav', skip_diarization: true });
  await api.fail(id, { failure: 'unspecified', failureDetail: 'It failed.' });
  const job = await find(id);
  const sent = JSON.parse(JSON.stringify(presentForCallback(job))) as JobView;
  assert.deepEqual(sent, await ask(`/jobs/${id}`));
  const { failure, failure_detail, skip_diarization, completed_on, type } = sent;
  assert.deepEqual(
    [failure, failure_detail, skip_diarization, completed_on, type],
    ['internal_processing', 'It failed.', true, job.endedAt?.toISOString(), 'async'],
  );
  const own = JSON.parse(JSON.stringify(presentForCallback({ ...job, dialect: null }))) as JobView;
  assert.deepEqual([own['failure'], own['type']], ['unspecified', undefined]);
});

test('jobs of every API are listed, newest first, page by page', async () => {
  const first = await submit({ media_url: 'http://media.example/c.wav' });
  const mediaUrl = 'http://media.example/d.wav';
  const second = await makeJob(api.db(), api.account.id, {
    ...{ mediaUrl, callbackUrl: 'http://hooks.example/own', status: 'failed' },
    recognitionOptions: { language: 'en', speakers: 3 },
  });
  const page = await ask<JobView[]>('/jobs?limit=1');
  assert.deepEqual(
    page.map(({ id, media_url, callback_url, language, speakers_count }) => ({
      ...{ id, media_url, callback_url, language, speakers_count },
    })),
    [
      {
        ...{ id: second.id, media_url: mediaUrl, callback_url: 'http://hooks.example/own' },
        ...{ language: 'en', speakers_count: 3 },
      },
    ],
  );
  const rest = await ask<JobView[]>(`/jobs?limit=1&starting_after=${second.id}`);
  assert.deepEqual(
    rest.map(({ id }) => id),
    [first.id],
  );
});

test('captions can be those of one speaker, where each has a channel', async () => {
  const { id } = await submit({ media_url: 'http://media.example/e.wav', speaker_channels_count: 2 });
  await api.complete(id, 'left one', 'right two');
  const recognition = makeRecord({ speakersBy: 'channel' });
  await api.db().update(jobs).set({ recognition }).where(eq(jobs.id, id));
  const read = async (query: string) => {
    const path = `/speechtotext/v1/jobs/${id}/captions${query}`;
    return (await api.ask(path, { headers: { accept: 'text/vtt' } }, api.account.keys.live)).text();
  };
  const [both, right] = [await read(''), await read('?speaker_channel=1')];
  assert.match(both, /left one[^]*right two/);
  assert.match(right, /^WEBVTT[^]*right two/);
  assert.ok(!right.includes('left'));
  assert.match(await read('?speaker_channel=2'), /must be one of 0, 1\./);
});

test('the balance is told as the length that it pays for', async () => {
  const { email, balance_seconds } = await ask<{ email: string; balance_seconds: number }>('/account');
  assert.equal(email, api.account.email);
  assert.ok(Number.isInteger(balance_seconds) && balance_seconds > 0);
});
