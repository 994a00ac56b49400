import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessLanguage } from '#lib/exports/documents/guess-language';
import { nameFile } from '#lib/exports/documents/name-file';
import { cleanText } from '#lib/exports/documents/transcript-document';
import { toSampleDocument, spoken } from '#e2e/support/transcript/sample-transcripts';

test('a monologue of a document has its speaker, its clock, its moment in the editor and its text', () => {
  const { name, blocks } = toSampleDocument('Talk', [{ speaker: 'Ann', text: 'hello there' }]);
  assert.equal(name, 'Talk');
  assert.deepEqual(blocks, [
    {
      speaker: 'Ann',
      clock: '00:00',
      link: 'https://longhand.example/editor/Job_1?t=0.5',
      text: 'hello there',
    },
  ]);
});

test('what XML or PDF cannot bear is dropped from a text, and nothing else', () => {
  assert.equal(cleanText(' a\u0000b\u0007 c\n\td \uD800e\uFFFE '), 'ab c d e');
  assert.equal(cleanText('\u202Egnp.exe'), 'gnp.exe', 'a mark that turns the direction');
  assert.equal(cleanText('<b>&amp;</b> 👨‍👩‍👧 क्‍ष'), '<b>&amp;</b> 👨‍👩‍👧 क्‍ष');
});

test('the letters of a text tell its language', () => {
  for (const [language, { text }] of Object.entries(spoken)) {
    assert.equal(guessLanguage(text), language === 'emoji' ? 'en' : language);
  }
  assert.equal(guessLanguage(''), 'en');
  assert.equal(guessLanguage('We met Anna Müller and 王芳 at noon'), 'en');
});

test("a document's file is named after its recording", () => {
  assert.equal(nameFile('Board meeting.mp3', 'docx'), 'Board meeting.docx');
  assert.equal(nameFile('../../会議\u0000 "1".wav', 'pdf'), '会議 1.pdf');
  assert.equal(nameFile('...', 'pdf'), 'Transcript.pdf');
  assert.equal(nameFile('x'.repeat(500), 'pdf').length, 124);
});
