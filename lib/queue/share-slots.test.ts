import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { findExhausted, shareSlots } from './share-slots';

test('an account gets another slot as long as it holds fewer than are free', () => {
  const take = (accounts: string[], slots: number): string[] => {
    const held: string[] = [];
    for (const account of accounts) {
      if (held.length < slots && !findExhausted(held, slots).includes(account)) held.push(account);
    }
    return held;
  };
  assert.deepEqual(take('aaaaaaaaa'.split(''), 9), 'aaaaa'.split(''));
  assert.deepEqual(take('aaaaaaaaabbbbbccccdddd'.split(''), 9), 'aaaaabbcd'.split(''));
  assert.deepEqual(take('aaab'.split(''), 2), ['a', 'b']);
  assert.deepEqual(take('aa'.split(''), 1), ['a']);
  assert.deepEqual(findExhausted([undefined, undefined, 'a'], 4), ['a']);
});

test('each slot knows of those that took a task before it, and one that is freed is had at once', async () => {
  const events = new EventEmitter();
  const leaving = new AbortController();
  const ask = shareSlots(events, { slots: 2, leaving: leaving.signal });
  const [first, second] = [ask(), ask()];
  assert.deepEqual(await first, []);
  const worker = {};
  events.emit('job:start', { worker, job: { flags: { 'account a': true } } });
  assert.deepEqual(await second, ['account a']);
  const third = ask();
  events.emit('worker:getJob:empty');
  events.emit('job:complete', { worker });
  assert.deepEqual(await third, []);
});

test('once the worker leaves, no slot is told that it may take a task', async () => {
  const leaving = new AbortController();
  const ask = shareSlots(new EventEmitter(), { slots: 2, leaving: leaving.signal });
  leaving.abort();
  const told = await Promise.race([ask(), new Promise((resolve) => setImmediate(resolve, 'nothing'))]);
  assert.equal(told, 'nothing');
});
