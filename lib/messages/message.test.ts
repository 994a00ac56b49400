import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatDate,
  formatDuration,
  formatMoney,
  formatPercent,
  formatSpokenDuration,
} from '#lib/messages/format';
import { chooseLocale } from '#lib/messages/choose-locale';
import { getLanguage, getLocale } from '#lib/messages/locale';
import { withLocale } from '#lib/messages/with-locale';
import * as frameTexts from '#messages/frame';

/* What readers of several languages get from one process. */

const settings = () => frameTexts.settings();

test('messages are English unless a reader has another language', () => {
  assert.deepEqual([getLocale(), settings()], ['en', 'Settings']);
  assert.equal(withLocale('de-CH', settings), 'Einstellungen');
  assert.equal(withLocale('fr', settings), 'Settings');
  assert.equal(
    withLocale('de', () => frameTexts.tab({ title: 'X' })),
    'X · Longhand',
  );
});

test('readers side by side keep their own language', async () => {
  const show = async () => {
    await Promise.resolve();
    return settings();
  };
  const shown = ['de', 'en', 'de-AT'].map((locale) => withLocale(locale, show));
  assert.deepEqual(await Promise.all(shown), ['Einstellungen', 'Settings', 'Einstellungen']);
});

test('the language set in the account comes first, then the browser’s, then English', () => {
  const choose = (acceptLanguage: string | undefined, language?: string) =>
    chooseLocale({ acceptLanguage, language });
  assert.equal(choose('fr, de-AT;q=0.9, en;q=0.8'), 'de-AT');
  assert.equal(choose('en-GB', 'de'), 'de');
  assert.equal(choose('en-GB, de-CH;q=0.5', 'de'), 'de-CH');
  assert.equal(choose('en-GB', 'xx'), 'en-GB');
  assert.equal(choose('de-Latn-DE-u-ca-buddhist'), 'de-DE');
  for (const nothing of [undefined, '', '*', '@@, %', 'fr;q=0.1']) assert.equal(choose(nothing), 'en');
});

test('numbers, money and times are written as in the reader’s language', () => {
  const moment = '2026-03-05T14:07:00Z';
  const show = () => [
    getLanguage(),
    formatMoney(123_456),
    formatPercent(42.4),
    [40, 0, 720, 7500].map(formatDuration),
    formatSpokenDuration(3_872_000),
    formatDate(moment, 'date', 'UTC'),
  ];
  assert.deepEqual(withLocale('en-US', show), [
    'en',
    '$1,234.56',
    '42%',
    ['40\u00A0s', '1\u00A0s', '12\u00A0min', '2\u00A0h\u00A05\u00A0min'],
    '1 hour 4 minutes 32 seconds',
    'Mar 5, 2026',
  ]);
  assert.deepEqual(withLocale('de', show), [
    'de',
    '1.234,56\u00A0$',
    '42\u00A0%',
    ['40\u00A0s', '1\u00A0s', '12\u00A0Min.', '2\u00A0Std.\u00A05\u00A0Min.'],
    '1 Stunde 4 Minuten 32 Sekunden',
    '05.03.2026',
  ]);
});
