import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob, type MadeJob } from '#e2e/support/make-job';
import { listPayloads } from '#e2e/support/read-rows';
import { withSettings } from '#e2e/support/with-settings';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import {
  readEmailWhenDone,
  saveEmailWhenDone,
  type EmailWhenDone,
} from '#lib/accounts/settings/email-when-done';
import { saveLanguage } from '#lib/accounts/settings/save-language';
import { takeSample } from '#lib/billing/holds/sample';
import type { Db } from '#lib/db/connect';
import { cancelJob } from '#lib/endings/cancel-job';
import { completeJob } from '#lib/endings/complete-job';
import { failJob } from '#lib/endings/fail-job';

/* Emails of the end of a job. */

const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'longhand@longhand.example' };
const settings = { mail, baseUrl: 'https://longhand.example' };
const silence = { words: [], speakers: [], monologues: [] };

/** An account whose owner is told of the end of these jobs. */
async function makeOwner(db: Db, emailWhenDone: EmailWhenDone): Promise<string> {
  const accountId = await makeAccount(db);
  await saveEmailWhenDone(db, { accountId, emailWhenDone });
  return accountId;
}

/** The subjects of the emails that the end of a job of this account causes, however often it is ended. */
async function readSubjects(db: Db, accountId: string, job: MadeJob = {}): Promise<string[]> {
  const before = (await listPayloads(db, 'send-mail')).length;
  const { id: jobId } = await makeJob(db, accountId, job);
  await completeJob(db, { jobId, ...silence });
  await completeJob(db, { jobId, ...silence });
  await failJob(db, { jobId, failure: 'unspecified', failureDetail: 'Too late.' });
  return (await listPayloads(db, 'send-mail')).slice(before).map(({ subject }) => subject);
}

test('an owner is told once of the end of the jobs that they chose, and of none until they choose', () =>
  withSettings(settings, () =>
    withTestTransaction(async (db) => {
      const ready = ['Transcript ready: talk.wav'];
      for (const [emailWhenDone, ofSite, ofApi] of [
        [null, [], []],
        ['site', ready, []],
        ['all', ready, ready],
      ] as const) {
        const accountId = await makeOwner(db, emailWhenDone);
        assert.equal(await readEmailWhenDone(db, { accountId }), emailWhenDone);
        assert.deepEqual(await readSubjects(db, accountId, { origin: 'site' }), ofSite);
        assert.deepEqual(await readSubjects(db, accountId, { origin: 'api' }), ofApi);
      }
    }),
  ));

test('the email leads to the transcript, and that of a failed job says why, in the account’s language', () =>
  withSettings(settings, () =>
    withTestTransaction(async (db) => {
      const accountId = await makeOwner(db, 'all');
      const { id } = await makeJob(db, accountId);
      await completeJob(db, { jobId: id, ...silence });
      await saveLanguage(db, { accountId, language: 'de' });
      const { id: jobId } = await makeJob(db, accountId, { name: 'leer.wav' });
      await failJob(db, { jobId, failure: 'invalid_media', failureDetail: 'The file is empty.' });
      const [ready, failed] = await listPayloads(db, 'send-mail');
      assert.ok(ready?.text.includes(`https://longhand.example/editor/${id}\n`), ready?.text);
      assert.match(ready?.text ?? '', /https:\/\/longhand\.example\/settings\/preferences\n/);
      assert.equal(failed?.subject, 'Transkription fehlgeschlagen: leer.wav');
      assert.match(failed.text, /\n\nDie Datei ist leer\.\n\n/);
    }),
  ));

test('nobody is told of the sandbox, of the free sample however it ends, or of a job that they canceled', () =>
  withSettings(settings, () =>
    withTestTransaction(async (db) => {
      const accountId = await makeOwner(db, 'all');
      await readSubjects(db, accountId, { mode: 'test' });
      for (const end of ['transcribed', 'failed'] as const) {
        const accountId = await makeOwner(db, 'all');
        const { id: jobId } = await makeJob(db, accountId, { origin: 'site' });
        assert.ok(await db.transaction((tx) => takeSample(tx, { accountId, jobId })));
        if (end === 'transcribed') await completeJob(db, { jobId, ...silence });
        else await failJob(db, { jobId, failure: 'unspecified', failureDetail: 'It failed.' });
      }
      const { id: jobId } = await makeJob(db, accountId);
      await cancelJob(db, { accountId, jobId });
      assert.deepEqual(await listPayloads(db, 'send-mail'), []);
    }),
  ));

test('without a mail server nothing is sent', () =>
  withSettings({ ...settings, mail: undefined }, () =>
    withTestTransaction(async (db) => {
      assert.deepEqual(await readSubjects(db, await makeOwner(db, 'all')), []);
    }),
  ));
