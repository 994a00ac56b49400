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

const own = 'application/vnd.longhand.transcript+json';

function chosenWithOwn(accept: string): string {
  const request = new Request('http://x/', { headers: { accept } });
  return negotiate(request, offered, { byDefault: 'application/json', onlyByName: [own] });
}

const ownCases: Array<[string, string]> = [
  [own, own],
  ['Application/Vnd.Longhand.Transcript+JSON; charset=utf-8', own],
  [`${own}, */*;q=0.1`, own],
  [`application/json, ${own};q=0.9`, 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/json;q=0, application/*', 'application/msword'],
  ['application/json;q=0, text/plain;q=0, application/msword;q=0.1, */*;q=0.5', 'application/msword'],
  [`${own};q=0, */*`, 'application/json'],
];

for (const [accept, format] of ownCases) {
  test(`beside a format of our own, Accept ${accept} gives ${format}`, () =>
    assert.equal(chosenWithOwn(accept), format));
}

test('a refusal does not list a format that is only to be had by its name', () => {
  for (const accept of ['image/png', `${own};q=0`, 'application/vnd.longhand.transcript', `${own};v=2`]) {
    assert.throws(() => chosenWithOwn(accept), {
      reason: { kind: 'unsupported-transcript-format', allowedValues: offered },
    });
  }
});
