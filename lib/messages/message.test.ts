import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatDate,
  formatClock,
  formatDuration,
  formatLength,
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

const withFixedSpaces = (text: string): string => text.replaceAll(' ', '\u00A0');

test('moments and lengths of a recording have one form, lengths rounded up', () => {
  assert.deepEqual([0, 999, 61_999, 3_723_000, 45_296_000].map(formatClock), [
    '0:00',
    '0:00',
    '1:01',
    '1:02:03',
    '12:34:56',
  ]);
  assert.deepEqual([0.2, 60, 3722.4].map(formatLength), ['0:01', '1:00', '1:02:03']);
});

test('numbers, money and times are written as in the reader’s language', () => {
  const moment = '2026-03-05T14:07:00Z';
  const show = () => [
    getLanguage(),
    formatMoney(123_456),
    formatPercent(42.4),
    [40, 0, 59.7, 720, 3599, 7500, 14_400].map(formatDuration),
    formatSpokenDuration(3_872_000),
    formatDate(moment, 'date', 'UTC'),
  ];
  assert.deepEqual(withLocale('en-US', show), [
    'en',
    '$1,234.56',
    '42%',
    ['40 s', '1 s', '1 min', '12 min', '1 h', '2 h 5 min', '4 h'].map(withFixedSpaces),
    '1 hour 4 minutes 32 seconds',
    'Mar 5, 2026',
  ]);
  assert.deepEqual(withLocale('de', show), [
    'de',
    '1.234,56\u00A0$',
    '42\u00A0%',
    ['40 s', '1 s', '1 Min.', '12 Min.', '1 Std.', '2 Std. 5 Min.', '4 Std.'].map(withFixedSpaces),
    '1 Stunde 4 Minuten 32 Sekunden',
    '05.03.2026',
  ]);
});
