import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APIError } from 'openai';
import { readError } from '#e2e/support/openai/read-error';
import { serveApi } from '#e2e/support/openai/serve-api';
import { whileReadingFails } from '#e2e/support/openai/while-reading-fails';
import { cancelJob } from '#lib/endings/cancel-job';
import { balanceTooLow, canceled, recognitionFailed, type Failure } from '#lib/jobs/failures/failure-details';

/* Answers about failed jobs, and to accounts that can't pay, in the shape of OpenAI's errors. */

const api = await serveApi();

const invalid = 'invalid_request_error';

const failures: Array<[string, Failure, [number, string, string | null, string]]> = [
  [
    'an unreadable file',
    { failure: 'invalid_media', failureDetail: 'This is no recording.' },
    [400, invalid, 'file', 'invalid_file'],
  ],
  ['a balance that is too low', balanceTooLow, [429, 'insufficient_quota', null, 'insufficient_quota']],
  ['an engine that failed', recognitionFailed, [500, 'server_error', null, 'server_error']],
];

for (const [what, failure, expected] of failures) {
  test(`${what} is told with its status, and the job’s name`, async () => {
    const file = api.file();
    const asked = api.post({ file });
    const jobId = await api.findJob(file);
    await api.fail(jobId, failure);
    const response = await asked;
    assert.equal(response.headers.get('x-longhand-job'), jobId);
    assert.deepEqual(await readError(response), expected);
  });
}

const outages: Array<[code: string, status: number, told: string]> = [
  ['57P03', 503, 'service_unavailable'],
  ['53100', 507, 'storage_full'],
  ['XX000', 500, 'server_error'],
];

for (const [code, status, told] of outages) {
  test(`an answer of ${status} names the job that there is already`, async () => {
    const file = api.file();
    const asked = api.post({ file });
    const jobId = await api.findJob(file);
    const response = await whileReadingFails(api.db(), { jobId, code }, () => asked);
    assert.equal(response.headers.get('x-longhand-job'), jobId);
    assert.match(response.headers.get('x-longhand-editor') ?? '', new RegExp(`/editor/${jobId}$`));
    assert.deepEqual(await readError(response), [status, 'server_error', null, told]);
  });
}

test('a job that its owner cancels is an error for who waits for it', async () => {
  const file = api.file();
  const asked = api.client().audio.transcriptions.create({ file, model: 'whisper-1' });
  const caught = assert.rejects(asked, (error) => {
    assert.ok(error instanceof APIError);
    assert.deepEqual([error.status, error.code], [400, 'job_canceled']);
    assert.match(error.message, new RegExp(canceled.failureDetail));
    return true;
  });
  const jobId = await api.findJob(file);
  await cancelJob(api.db(), { accountId: api.account.id, jobId });
  await caught;
});

test('a balance that is too low at once is OpenAI’s insufficient_quota, which clients do not repeat', async () => {
  // The file's name scripts the sandbox's refusal.
  const response = await api.post({ file: api.file({ name: 'out-of-credit.wav' }) });
  assert.equal(response.headers.get('x-should-retry'), 'false');
  assert.deepEqual(await readError(response), [429, 'insufficient_quota', null, 'insufficient_quota']);
  const limited = await api.post({ file: api.file({ name: 'too-many-requests.wav' }) });
  assert.deepEqual(await readError(limited), [429, 'requests', null, 'rate_limit_exceeded']);
  const faulty = await api.post({ file: api.file({ name: 'fail:nonsense.wav' }) });
  assert.deepEqual(await readError(faulty), [400, invalid, 'file', 'invalid_value']);
});
