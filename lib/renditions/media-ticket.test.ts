import assert from 'node:assert/strict';
import test from 'node:test';
import { readMediaTicket, signMediaTicket } from '#lib/renditions/media-ticket';

const secret = 'a'.repeat(64);
const now = new Date('2026-01-01T00:00:00Z');
const expiresAt = new Date('2026-01-01T01:00:00Z');
const jobs = [
  { jobId: 'abcXYZ0123456789abcdef', expiresAt },
  { jobId: 'abcXYZ0123456789abcdef', linkId: 'LINK456789012345678901', expiresAt },
  { jobId: 'abcXYZ0123456789abcdef', file: 'picture', expiresAt },
] as const;

test('a ticket says until its end what was signed', () => {
  for (const ticket of jobs) {
    const text = signMediaTicket(secret, ticket);
    assert.match(text, /^[\w.-]+$/);
    assert.deepEqual(readMediaTicket(secret, text, now), ticket);
    assert.deepEqual(readMediaTicket(secret, text, new Date(expiresAt.getTime() - 1)), ticket);
    assert.equal(readMediaTicket(secret, text, expiresAt), undefined);
  }
});

test('a ticket with any character changed, left out or added is worth nothing', () => {
  for (const ticket of jobs) {
    const text = signMediaTicket(secret, ticket);
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === 'A' ? 'B' : 'A';
      for (const changed of [
        text.slice(0, at) + other + text.slice(at + 1),
        text.slice(0, at) + text.slice(at + 1),
        `${text.slice(0, at)}A${text.slice(at)}`,
      ]) {
        // The last character of the signature holds two bits of nothing.
        if (at >= text.length - 1 && changed.length === text.length) continue;
        assert.equal(readMediaTicket(secret, changed, now), undefined, changed);
      }
    }
  }
});

test('another secret, a link taken out and what is no ticket at all are refused', () => {
  const [own, guest] = jobs.map((ticket) => signMediaTicket(secret, ticket));
  assert.equal(readMediaTicket('b'.repeat(64), own ?? '', now), undefined);
  const sound = signMediaTicket(secret, jobs[2]).replace('.picture', '');
  const picture = own?.replace(/\.(?=[^.]*$)/, '.picture.') ?? '';
  const withoutLink = guest?.replace('LINK456789012345678901', '') ?? '';
  for (const text of [withoutLink, sound, picture, '', '...', 'a.b.1.c', '\u0000', 'x'.repeat(10_000)]) {
    assert.equal(readMediaTicket(secret, text, now), undefined);
  }
});
