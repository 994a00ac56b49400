import assert from 'node:assert/strict';
import { test } from 'node:test';
import { account } from './account';
import { Stop } from './cli-output.mjs';

test('a faulty operator’s command says why in one line, before it looks for a database', async () => {
  const faulty: [words: string[], says: RegExp][] = [
    [['credit', 'ann@longhand.example', '1.005'], /^“1\.005” is not an amount such as 10 or 10\.50\.$/],
    [['credit', 'ann@longhand.example', '-1'], /^“-1” is not an amount/],
    [['create', 'ann@longhand.example', '--balance', 'much'], /^“much” is not an amount/],
    [['credit'], /^Usage: /],
    [['list', '--balance', '1'], /^Usage: /],
    [['create', '--colour', 'red'], /^Unknown option '--colour'\. Usage: /],
    [['dance'], /^Usage: /],
  ];
  for (const [words, says] of faulty) {
    await assert.rejects(account(words), (error: unknown) => {
      assert.ok(error instanceof Stop, String(error));
      assert.match(error.message, says);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
  }
});
