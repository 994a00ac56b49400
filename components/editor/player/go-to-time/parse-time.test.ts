import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTime } from './parse-time';

test('a time is read as clocks show it, in seconds, and in hours, minutes and seconds', () => {
  const times: Record<string, number> = {
    '1:02:03': 3723,
    '01:02:03': 3723,
    '62:03': 3723,
    '0:05': 5,
    '1:2': 62,
    '90': 90,
    '0': 0,
    '1h2m': 3720,
    '1h 2m 3s': 3723,
    '2m': 120,
    '45s': 45,
    '1 Std 2 Min 3 Sek': 3723,
    '1 h 2 min': 3720,
    ' 1:02 ': 62,
    '1:02.5': 62.5,
    '1:02,25': 62.25,
    '3.5': 3.5,
  };
  for (const [typed, inSeconds] of Object.entries(times))
    assert.equal(parseTime(typed), inSeconds * 1000, typed);
});

test('anything else is no time', () => {
  const typed = [
    '',
    ' ',
    'abc',
    '1:75',
    '1:62:03',
    '1:02:03:04',
    '-5',
    '1:',
    ':30',
    '1e3',
    '2m1h',
    'h',
    '5 days',
    '٣',
  ];
  for (const text of typed) assert.equal(parseTime(text), undefined, text);
});
