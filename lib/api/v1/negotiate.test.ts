import assert from 'node:assert/strict';
import { test } from 'node:test';
import { negotiate } from '#lib/api/v1/negotiate';
import { Refusal } from '#lib/refusal';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const offered = ['text/plain', 'application/json', 'application/msword'] as const;

function chosen(accept: string | undefined): string {
  const headers = accept === undefined ? {} : { accept };
  return negotiate(new Request('http://x/', { headers }), offered, {
    byDefault: 'application/json',
    synonyms: { [docx]: 'application/msword' },
  });
}

const cases: Array<[string | undefined, string]> = [
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['text/plain', 'text/plain'],
  ['TEXT/Plain; charset=utf-8', 'text/plain'],
  ['text/*', 'text/plain'],
  ['application/*', 'application/json'],
  ['text/html, text/plain;q=0.5, */*;q=0.1', 'text/plain'],
  ['application/json;q=0.2, application/msword', 'application/msword'],
  [docx, 'application/msword'],
  ['application/json;q=0, */*', 'text/plain'],
];

for (const [accept, format] of cases) {
  test(`Accept ${accept ?? 'left out'} gives ${format}`, () => assert.equal(chosen(accept), format));
}

for (const accept of ['text/html', 'image/*', 'application/json;q=0', 'nonsense']) {
  test(`Accept ${accept} is refused with the formats that there are`, () => {
    assert.throws(
      () => chosen(accept),
      (error) =>
        error instanceof Refusal &&
        error.reason.kind === 'unsupported-transcript-format' &&
        error.reason.allowedValues === offered,
    );
  });
}
