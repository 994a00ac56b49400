import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeNote, ledgerNotes } from '#lib/billing/ledger/notes';
import { withLocale } from '#lib/messages/with-locale';

test('notes that Longhand writes come in the reader’s language', () => {
  const describe = () => Object.values(ledgerNotes).map(describeNote);
  assert.deepEqual(withLocale('en', describe), [
    'Opening balance',
    'Credit from your administrator',
    'Free sample',
  ]);
  assert.deepEqual(withLocale('de', describe), [
    'Startguthaben',
    'Gutschrift durch Ihre Administration',
    'Kostenloses Beispiel',
  ]);
});

test('a note that an operator wrote is shown as it is', () => {
  assert.equal(
    withLocale('de', () => describeNote('Thanks for your patience')),
    'Thanks for your patience',
  );
});
