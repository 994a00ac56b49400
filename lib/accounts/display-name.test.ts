import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDisplayName, toDisplayName } from '#lib/accounts/display-name';
import type { Refusal } from '#lib/refusal';

test('without a chosen name others see what stands before the @', () => {
  assert.equal(toDisplayName('ann.lee@longhand.example'), 'ann.lee');
  assert.equal(toDisplayName('"a@b"@longhand.example'), '"a@b"');
  assert.equal(toDisplayName('ann.lee@longhand.example', 'Ann Lee'), 'Ann Lee');
});

test('a name keeps its letters in every script, its blanks are put in order, and an empty one is none', () => {
  const names: Array<[given: string, kept: string | null]> = [
    ['  Zoë \n Łukasz\t', 'Zoë Łukasz'],
    ['דנה 👩🏽‍🦰 प्रिया', 'דנה 👩🏽‍🦰 प्रिया'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['<b>Ann</b> & co. 2', '<b>Ann</b> & co. 2'],
    ['𝒜'.repeat(80), '𝒜'.repeat(80)],
    [' \u2028\u00A0 ', null],
    ['', null],
  ];
  for (const [given, kept] of names) assert.equal(parseDisplayName(given), kept, JSON.stringify(given));
});

test('what no name may be is refused, with what is wrong', () => {
  const names: Array<[given: string, fault: RegExp]> = [
    ['x'.repeat(81), /at most 80 characters/],
    ['Ann\u0000', /invisible/],
    ['\u202Enna', /invisible/],
    ['An\u200Bn', /invisible/],
    ['Ann\ud800', /invisible/],
    ['…!? 👍', /letter or digit/],
  ];
  for (const [given, fault] of names) {
    assert.throws(
      () => parseDisplayName(given),
      ({ reason }: Refusal) =>
        reason.kind === 'invalid-parameters' && fault.test(reason.parameters['displayName']?.[0] ?? ''),
      JSON.stringify(given),
    );
  }
});
