import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessLanguage } from '#lib/exports/documents/guess-language';
import { nameFile } from '#lib/exports/documents/name-file';
import { cleanText, toDocument, toLabel } from '#lib/exports/documents/transcript-document';
import { allParts, apiLook, type ExportParts, pageLook } from '#lib/exports/documents/document-look';
import { withLocale } from '#lib/messages/with-locale';
import { spoken, toSampleDocument } from '#e2e/support/transcript/sample-transcripts';

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
  assert.equal(cleanText('« Oui\u202f! »\u00a0\u00a0a  b'), '« Oui\u202f! »\u00a0\u00a0a b');
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
  assert.equal(nameFile('Talk.mp3', 'docx', { isTracked: true }), 'Talk (tracked changes).docx');
  const german = withLocale('de', () => nameFile('Talk.mp3', 'docx', { isTracked: true }));
  assert.equal(german, 'Talk (nachverfolgte Änderungen).docx');
});

const job = {
  name: 'Board meeting.mp3',
  createdAt: new Date('2026-11-20T23:30:00Z'),
  durationSeconds: 3722.4,
  editorUrl: 'https://longhand.example/editor/Job_1',
};
const late = { text: 'late', startMs: 3_723_000, endMs: 3_723_500, confidence: 1 };
const speaker = { id: 0, name: 'Ann' };
const transcript = { speakers: [speaker], monologues: [{ id: 0, speaker, words: [late] }] };

test('pages title a document without the ending of the file, with date and length, and times in hours', () => {
  const { name, facts, blocks } = toDocument(transcript, job, allParts, pageLook());
  assert.deepEqual([name, facts, blocks[0]?.clock], ['Board meeting', 'Nov 20, 2026 · 1:02:03', '1:02:03']);
  const read = () => toDocument(transcript, job, allParts, pageLook('Asia/Tokyo')).facts;
  assert.equal(withLocale('de', read), '21.11.2026 · 1:02:03');
  const unmeasured = { ...job, durationSeconds: null };
  assert.equal(toDocument(transcript, unmeasured, allParts, pageLook()).facts, 'Nov 20, 2026');
});

test('the API titles a document as the job is named, without more, and minutes go on past 59', () => {
  const document = toDocument(transcript, job, allParts, apiLook);
  assert.deepEqual([document.name, document.blocks[0]?.clock], ['Board meeting.mp3', '62:03']);
  assert.ok(!('facts' in document));
});

test('times are links into the editor unless they are left out', () => {
  const [block] = toDocument(transcript, job).blocks;
  assert.ok(block);
  const links = (parts: ExportParts) => toLabel(block, parts).map(({ text, link }) => `${text} ${link}`);
  assert.match(links(allParts).join(), /62:03 https:/);
  assert.doesNotMatch(links({ ...allParts, links: false }).join(), /https:/);
  assert.deepEqual(toLabel(block, { times: true, speakers: false, links: false }), [{ text: '62:03' }]);
});
