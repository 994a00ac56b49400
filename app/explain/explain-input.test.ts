import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { explainInput } from '#app/explain/explain-input';
import { withLocale } from '#lib/messages/with-locale';

const shape = z.object({ email: z.string().max(254) });
const explain = (given: unknown) => explainInput(shape.safeParse(given).error);
const stored = (code: string) => new Error('query', { cause: Object.assign(new Error('value'), { code }) });

test('what fails a schema is explained to the caller', () => {
  assert.equal(explain({ email: 'x'.repeat(255) }), 'This is too long. Use at most 254 characters.');
  for (const given of [{ email: 5 }, null, [], undefined]) {
    assert.equal(explain(given), 'This input isn’t valid. Check it and try again.');
  }
  assert.equal(
    withLocale('de', () => explain({ email: 'x'.repeat(1255) })),
    'Die Eingabe ist zu lang. Höchstens 254 Zeichen sind möglich.',
  );
});

test('so is what the database can’t store', () => {
  assert.equal(explainInput(stored('22021')), 'This contains a character that can’t be saved.');
  assert.equal(explainInput(stored('22003')), 'This input isn’t valid. Check it and try again.');
});

test('anything else is no fault of the caller', () => {
  for (const error of [stored('42P01'), new Error('x'), undefined])
    assert.equal(explainInput(error), undefined);
});
