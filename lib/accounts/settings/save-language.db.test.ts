import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { listPayloads } from '#e2e/support/read-rows';
import { withSettings } from '#e2e/support/with-settings';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { addToBalance } from '#lib/billing/add-to-balance';
import { beginSession } from '#lib/accounts/sessions/begin-session';
import { readSession } from '#lib/accounts/sessions/read-session';
import { requestLink } from '#lib/accounts/request-link';
import { saveLanguage } from '#lib/accounts/settings/save-language';
import { warnBelow } from '#lib/billing/warn-below';
import { withLocale } from '#lib/messages/with-locale';

/* The language of an account. */

const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'longhand@longhand.example' };

test('a session knows the language of its account, which can be cleared', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const session = await beginSession(db, { accountId, userAgent: '', method: 'password' });
    const read = async () => (await readSession(db, session))?.language;
    assert.equal(await read(), null);
    await saveLanguage(db, { accountId, language: 'de' });
    assert.equal(await read(), 'de');
    await saveLanguage(db, { accountId, language: null });
    assert.equal(await read(), null);
  }));

test('an email is in the language of its account, whatever the request that causes it', () =>
  withSettings({ mail, baseUrl: 'https://longhand.example' }, () =>
    withTestTransaction(async (db) => {
      const accountId = await makeAccount(db, { balanceCents: 125 });
      await warnBelow(db, { accountId, limitCents: 100 });
      await saveLanguage(db, { accountId, language: 'de' });
      await addToBalance(db, { accountId, kind: 'credit', amountCents: -50 });
      const [letter] = await listPayloads(db, 'send-mail');
      assert.equal(letter?.subject, 'Ihr Longhand-Guthaben beträgt 0,75\u00A0$');
      assert.match(letter.text, /unter Ihrem Grenzwert von 1,00\u00A0\$/);
    }),
  ));

test('a link is asked for in the language of whoever asks: no account may say another', () =>
  withTestTransaction(async (db) => {
    await withLocale('de-AT', () => requestLink(db, { purpose: 'sign-up', email: 'ann@longhand.example' }));
    const [task] = await listPayloads(db, 'mail-link');
    assert.equal(task?.locale, 'de-AT');
  }));
