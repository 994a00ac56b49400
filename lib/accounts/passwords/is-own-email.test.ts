import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnEmail } from '#lib/accounts/passwords/passwords';

test('the address and its first part are no password, in any case and with digits or signs added', () => {
  for (const password of [
    'ann.miller@longhand.example',
    'Ann.Miller@Longhand.Example',
    'ann.miller@longhand.example1',
    'ann.miller',
    'ANN.MILLER',
    'ann.miller1',
    '2024Ann.Miller!',
    'annmiller',
    'ann_miller99',
    'Ann Miller 1990',
    'ａｎｎ.ｍｉｌｌｅｒ',
    'ann.millerann.miller',
  ]) {
    assert.ok(isOwnEmail(password, ' Ann.Miller@longhand.example '), password);
  }
  for (const [password, email] of [
    ['ann.work1', 'ann.work@longhand.example'],
    ['annabel12', 'annabel+work@longhand.example'],
    ['annabel+work', 'annabel+work@longhand.example'],
    ['annabel2024', 'annabel1990@longhand.example'],
    ['4915112345678', '4915112345678@longhand.example'],
    ['jörg.müller7', 'Jörg.Müller@longhand.example'],
  ] as const) {
    assert.ok(isOwnEmail(password, email), password);
  }
});

test('other passwords are none of it', () => {
  for (const [password, email] of [
    ['a good password', 'ann@longhand.example'],
    ['ann likes tea', 'ann@longhand.example'],
    ['annabelle7', 'annabel@longhand.example'],
    ['longhand.example', 'ann@longhand.example'],
    ['73519284', '1990@longhand.example'],
    ['xk7!mQpz', 'x@longhand.example'],
    ['anything at all', ''],
  ] as const) {
    assert.ok(!isOwnEmail(password, email), password);
  }
});
