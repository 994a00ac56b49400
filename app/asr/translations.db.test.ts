import assert from 'node:assert/strict';
import { readError } from '#e2e/support/asr/read-error';
import { serveApi } from '#e2e/support/openai/serve-api';
import { withTranslations } from '#e2e/support/openai/with-translations';
import { testWith } from '#e2e/support/with-settings';
import { makeRecord } from '#e2e/support/recognition-record';
import { getJob } from '#lib/jobs/read/get-job';
import { beginRecognition } from '#lib/jobs/work/begin-recognition';

/* Translations, where recognition servers translate; the default engine does not. */

const api = await serveApi();
const test = testWith(withTranslations);

const live = () => ({ headers: { authorization: `Bearer ${api.account.keys.live}` } });

/** A test worker translates German speech. */
async function translate(jobId: string, text: string): Promise<void> {
  const record = makeRecord({ engineId: 'openai', language: 'en', translatedFrom: 'de' });
  await beginRecognition(api.db(), { jobId, record, hasPicture: false });
  await api.complete(jobId, text);
}

test('a translation is a job that an engine does that can; the language is what is spoken, the answer English', async () => {
  const file = api.file();
  const asked = api.send('/asr?task=translate&language=german&output=json', file, live());
  const jobId = await api.findJob(file);
  await translate(jobId, 'Good day.');
  const heard = (await (await asked).json()) as { language: string; text: string };
  assert.deepEqual([heard.language, heard.text], ['en', ' Good day.']);
  const { recognitionOptions } = await getJob(api.db(), { accountId: api.account.id, jobId });
  assert.deepEqual(recognitionOptions, { language: 'de', translate: true });
});

test('a translation and a transcription of the same bytes are two jobs', async () => {
  const file = api.file();
  const ask = (task: string) => api.send(`/asr?task=${task}&language=de&output=txt`, file, live());
  const translation = ask('translate');
  await translate(await api.findJob(file), 'Good day.');
  const before = await api.countJobs();
  const transcription = ask('transcribe');
  await api.complete(await api.newJob(before), 'Guten Tag.');
  assert.equal(await (await translation).text(), 'Good day.\n');
  assert.equal(await (await transcription).text(), 'Guten Tag.\n');
  assert.equal(await (await ask('translate')).text(), 'Good day.\n');
});

test('what else the engines that translate can’t do is told by parameter', async () => {
  const before = await api.countJobs();
  const hotwords = 'hotwords='.concat(Array.from({ length: 60 }, (_, i) => `Norland ${i}`).join(','));
  const [status, faults] = await readError(
    await api.send(`/asr?task=translate&${hotwords}`, api.file(), live()),
  );
  assert.deepEqual([status, faults], [422, [['query.hotwords', 'value_error']]]);
  assert.equal(await api.countJobs(), before);
});
