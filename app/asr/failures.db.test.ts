import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readError } from '#e2e/support/asr/read-error';
import { serveApi } from '#e2e/support/openai/serve-api';
import { whileReadingFails } from '#e2e/support/openai/while-reading-fails';
import { balanceTooLow, canceled, recognitionFailed, type Failure } from '#lib/jobs/failures/failure-details';
import { cancelJob } from '#lib/endings/cancel-job';

/* Answers about failed jobs, in the shape of FastAPI's errors. */

const api = await serveApi();

const failures: Array<[string, Failure, number]> = [
  ['an unreadable file', { failure: 'invalid_media', failureDetail: 'This is no recording.' }, 422],
  ['a balance that is too low', balanceTooLow, 402],
  ['an engine that failed', recognitionFailed, 500],
];

for (const [what, failure, status] of failures) {
  test(`${what} is told with its status and the job’s name, and never as an empty transcript`, async () => {
    const file = api.file();
    const asked = api.send('/asr?output=srt', file);
    const jobId = await api.findJob(file);
    await api.fail(jobId, failure);
    const response = await asked;
    assert.equal(response.headers.get('x-longhand-job'), jobId);
    assert.equal((await readError(response))[0], status);
  });
}

const outages: Array<[code: string, status: number]> = [
  ['57P03', 503],
  ['53100', 507],
  ['XX000', 500],
];

for (const [code, status] of outages) {
  test(`an answer of ${status} names the job that there is already`, async () => {
    const file = api.file();
    const asked = api.send('/asr?output=srt', file);
    const jobId = await api.findJob(file);
    const response = await whileReadingFails(api.db(), { jobId, code }, () => asked);
    assert.equal(response.headers.get('x-longhand-job'), jobId);
    assert.match(response.headers.get('x-longhand-editor') ?? '', new RegExp(`/editor/${jobId}$`));
    assert.equal((await readError(response))[0], status);
  });
}

test('a job that its owner cancels is an error for who waits for it', async () => {
  const file = api.file();
  const asked = api.send('/asr', file);
  const jobId = await api.findJob(file);
  await cancelJob(api.db(), { accountId: api.account.id, jobId });
  assert.deepEqual(await readError(await asked), [409, canceled.failureDetail]);
});

test('what the account can’t do is told with its status', async () => {
  assert.equal((await readError(await api.send('/asr', api.file({ name: 'out-of-credit.wav' }))))[0], 402);
  assert.equal(
    (await readError(await api.send('/asr', api.file({ name: 'too-many-requests.wav' }))))[0],
    429,
  );
});
