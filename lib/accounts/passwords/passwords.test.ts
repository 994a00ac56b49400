import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashChosenPassword, hashPassword, passwordMatches } from '#lib/accounts/passwords/passwords';
import { Refusal } from '#lib/refusal';

async function findFault(password: string): Promise<string | undefined> {
  try {
    await hashChosenPassword(password);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Refusal && error.reason.kind === 'invalid-parameters');
    return error.reason.parameters['password']?.join();
  }
}

test('common passwords are refused in any case, and so is one character repeated', async () => {
  for (const common of [
    'password',
    'PassWord1',
    '12345678',
    'passwort',
    ' qwertyuiop ',
    'xxxxxxxx',
    '😀😀😀😀😀😀😀😀',
  ]) {
    assert.match((await findFault(common)) ?? '', /too common/, common);
  }
});

test('blanks only are no password', async () => {
  for (const blank of [' '.repeat(8), '\t'.repeat(9), '\u00A0\u2003'.repeat(4), '\u200B'.repeat(8)]) {
    assert.match((await findFault(blank)) ?? '', /not only spaces/);
  }
});

test('the length is counted in characters as people see them in most scripts', async () => {
  assert.match((await findFault('😀🎉🐟🌍')) ?? '', /at least 8 characters/);
  assert.equal(await findFault('😀🎉🐟🌍🔑🎈🍕🚲'), undefined);
});

test('any other password of eight characters is fine, with blanks in it too', async () => {
  for (const fine of ['a good password', 'correct horse', 'xk7!mQpz'])
    assert.equal(await findFault(fine), undefined);
});

test('a password from before that is common still signs in', async () => {
  assert.equal(await passwordMatches(await hashPassword('password'), 'password'), true);
});
