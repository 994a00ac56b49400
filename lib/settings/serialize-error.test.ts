import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { serializeError } from '#lib/settings/log';

test('a failed query is logged with its text and cause, and without its values', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "accounts_email"'), {
    code: '23505',
    detail: 'Key (email)=(ann@longhand.example) already exists.',
  });
  const values = ['ann@longhand.example', 'argon2-hash', 'a text\n    at its: second line'];
  const query = new DrizzleQueryError('insert into accounts values ($1, $2, $3)', values, cause);
  const error = new Error('signing up failed', { cause: query });
  for (const given of [query, error]) {
    const line = JSON.stringify(serializeError(given));
    for (const value of ['ann@', 'argon2-hash', 'second line']) assert.ok(!line.includes(value), line);
    for (const part of ['insert into accounts', 'duplicate key value']) assert.ok(line.includes(part), line);
    assert.match(line, /serialize-error\.test/, 'the stack is there');
  }
});

test('other errors keep what they tell, and what is no error stays as it is', () => {
  const error = Object.assign(new TypeError('broken'), { code: 'ECONNRESET', port: 5432 });
  const serialized = serializeError(error) as Record<string, unknown>;
  assert.deepEqual(
    [serialized['type'], serialized['message'], serialized['code'], serialized['port']],
    ['TypeError', 'broken', 'ECONNRESET', 5432],
  );
  assert.equal(serializeError('broken'), 'broken');
});
