import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presentText, presentTranscript } from '#lib/api/revai/present-transcript';
import { splitWords } from '#lib/transcript/text/split-words';
import type { Transcript } from '#lib/revisions/read-transcript';

const at = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 250 });

const transcript: Transcript = {
  speakers: [
    { id: 0, name: 'Speaker 1' },
    { id: 1, name: 'Ada' },
  ],
  monologues: [
    {
      ...{ id: 0, speaker: { id: 0, name: 'Speaker 1' } },
      words: [{ ...at('“Hello,', 500), confidence: 0.8754 }, at('U.S.', 1014)],
    },
    {
      ...{ id: 1, speaker: { id: 1, name: 'Ada' } },
      words: [{ ...at('<laugh>', 3_605_000), isTag: true }, at('C++', 3_606_000), at('–', 3_607_000)],
    },
  ],
};

interface Shown {
  monologues: Array<{
    speaker: number;
    speaker_info?: { id: string; display_name: string };
    elements: Array<{ type: string; value: string }>;
  }>;
}

const show = (skipPunctuation: boolean) => presentTranscript(transcript, { skipPunctuation }) as Shown;

test('words have times and a confidence, punctuation and blanks are elements of their own', () => {
  const [first, second] = show(false).monologues;
  assert.deepEqual(first, {
    speaker: 0,
    elements: [
      { type: 'punct', value: '“' },
      { type: 'text', value: 'Hello', ts: 0.5, end_ts: 0.75, confidence: 0.875 },
      { type: 'punct', value: ',' },
      { type: 'punct', value: ' ' },
      { type: 'text', value: 'U.S.', ts: 1.01, end_ts: 1.26 },
    ],
  });
  assert.deepEqual(second?.speaker_info, { id: '1', display_name: 'Ada' });
  assert.deepEqual(
    second?.elements.map(({ type, value }) => [type, value]),
    [
      ['unknown', '<laugh>'],
      ['punct', ' '],
      ['text', 'C++'],
      ['punct', ' '],
      ['punct', '–'],
    ],
  );
});

test('the full stop of an abbreviation is a part of it, and marks of every script are elements', () => {
  const spell = (text: string) => {
    const [only] = transcript.monologues;
    assert.ok(only);
    const words = splitWords(text).map((word, i) => ({ ...word, ...at(word.text, i * 500) }));
    const shown = presentTranscript(
      { speakers: [], monologues: [{ ...only, words }] },
      { skipPunctuation: false },
    );
    return (shown as Shown).monologues
      .flatMap(({ elements }) => elements.map(({ value }) => value))
      .join('|');
  };
  assert.equal(spell('Mr. Li left. « Oui ? »'), 'Mr.| |Li| |left|.| |« |Oui| ? »');
  assert.equal(spell('كيف حالك؟ بخير.'), 'كيف| |حالك|؟| |بخير|.');
  assert.equal(spell('他说：“你好。”'), '他|说|：|“|你好|。”');
});

test('the values of all elements together are the text', () => {
  const joined = show(false).monologues.map(({ elements }) => elements.map(({ value }) => value).join(''));
  assert.deepEqual(joined, ['“Hello, U.S.', '<laugh> C++ –']);
});

test('without punctuation, the blanks are gone too', () => {
  const types = show(true).monologues.flatMap(({ elements }) => elements.map(({ type }) => type));
  assert.deepEqual(types, ['text', 'text', 'unknown', 'text']);
});

test('as text, each monologue is a line with its speaker and hours, minutes and seconds', () => {
  assert.equal(
    presentText(transcript),
    'Speaker 0    00:00:00    “Hello, U.S.\nSpeaker 1    01:00:05    <laugh> C++ –\n',
  );
});
