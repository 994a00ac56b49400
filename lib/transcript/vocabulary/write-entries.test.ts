import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machineEdit, toText } from '#lib/transcript/edit';
import { writeEntries } from '#lib/transcript/vocabulary/write-entries';

const speakers = [{ id: 0, name: 'Speaker 1' }];

function toTranscript(...paragraphs: string[]) {
  const words = paragraphs
    .flatMap((text) => text.split(' '))
    .map((text, i) => ({ text, startMs: 100 * i, endMs: 100 * i + 90, confidence: 0.5 }));
  let to = 0;
  const monologues = paragraphs.map((text, id) => {
    const from = to;
    to += text.split(' ').length;
    return { id, speaker: 0, from, to };
  });
  return { words, speakers, monologues };
}

test('entries are written with the punctuation around their words, and other paragraphs and all ranges stay', () => {
  const transcript = toTranscript(
    'I saw “shiver on, twice.',
    'Nothing here.',
    'Shivawn’s house. No shivawn?',
  );
  const before = machineEdit(transcript).monologues;
  const { put, count } = writeEntries(transcript, [
    { from: 2, to: 4, text: 'Siobhan' },
    { from: 7, to: 8, text: 'Siobhan’s' },
    { from: 10, to: 11, text: 'Siobhan' },
  ]);
  assert.equal(count, 3);
  assert.deepEqual(
    put.map(({ content }) => toText(content)),
    ['I saw “Siobhan, twice.', 'Siobhan’s house. No Siobhan?'],
  );
  assert.deepEqual(
    put.map(({ content: _content, ...rest }) => rest),
    [before[0], before[2]].map((monologue) => {
      const { content: _content, ...rest } = monologue ?? assert.fail();
      return rest;
    }),
  );
});

test('without entries, or with one across two paragraphs, nothing changes', () => {
  const transcript = toTranscript('I saw shiver', 'on the hill.');
  assert.deepEqual(writeEntries(transcript, []), { put: [], count: 0 });
  assert.deepEqual(writeEntries(transcript, [{ from: 2, to: 4, text: 'Siobhan' }]), { put: [], count: 0 });
});
