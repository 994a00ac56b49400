import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFile } from '#lib/exports/documents/name-file';
import {
  cleanText,
  guessLanguage,
  toDocument,
  toPlain,
  type TranscriptDocument,
} from '#lib/exports/documents/transcript-document';
import { apiLook, type ExportLook, pageLook } from '#lib/exports/documents/document-look';
import { isEmpty, type MarginLine, toPageText } from '#lib/exports/documents/page';
import { toMarkdown } from '#lib/exports/text/to-markdown';
import { defaultTemplate } from '#lib/transcript/text/export-template';
import { defaultTimeStyle } from '#lib/transcript/text/time-code';
import { withLocale } from '#lib/messages/with-locale';
import { spoken, toSampleDocument } from '#e2e/support/transcript/sample-transcripts';

test('a monologue of a document has its speaker, its clock, its moment in the editor and its text', () => {
  const { name, blocks } = toSampleDocument('Talk', [{ speaker: 'Ann', text: 'hello there' }]);
  assert.equal(name, 'Talk');
  assert.deepEqual(blocks, [
    {
      isOwnLine: true,
      label: [
        { text: 'Ann (', isBold: true },
        { text: '00:00', isBold: true, link: 'https://longhand.example/editor/Job_1?t=0.5' },
        { text: '):', isBold: true },
      ],
      text: [{ text: 'hello there' }],
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

const others: Record<string, string> = {
  dv: 'މިއަދު ދިވެހި ބަހުން',
  syr: 'ܠܫܢܐ ܣܘܪܝܝܐ',
  man: 'ߒߞߏ ߞߊ߲',
  zgh: 'ⵜⴰⵎⴰⵣⵉⵖⵜ',
  am: 'ሰላም ለሁላችሁ',
  chr: 'ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ',
  iu: 'ᐃᓄᒃᑎᑐᑦ',
  or: 'ନମସ୍କାର ଆଜି ଆମେ',
  mn: 'ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ',
  bo: 'བཀྲ་ཤིས་བདེ་ལེགས།',
  jv: 'ꦧꦱꦗꦮ',
  sat: 'ᱥᱟᱱᱛᱟᱲᱤ',
  ff: '𞤆𞤵𞤤𞤢𞤪',
  ii: 'ꆈꌠꉙ',
  und: '𐌲𐌿𐍄𐌹𐍃𐌺',
};

for (const [language, text] of Object.entries(others)) {
  test(`a text in the script of ${language} is not called English, also with some Latin letters`, () => {
    assert.equal(guessLanguage(text), language);
    assert.equal(guessLanguage(`${text} ${text} ${text} FM`), language);
  });
}

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
};
const editorUrl = 'https://longhand.example/editor/Job_1';
const late = { text: 'late', startMs: 3_723_000, endMs: 3_723_500, confidence: 1 };
const speaker = { id: 0, name: 'Ann' };
const transcript = { speakers: [speaker], monologues: [{ id: 0, speaker, words: [late] }] };

const read = (look: ExportLook) => toDocument(transcript, job, { editorUrl, look });
const label = (document: TranscriptDocument) => toPlain(document.blocks[0]?.label ?? []);

test('pages title a document without the ending of the file, with date and length, and times in hours', () => {
  const document = read(pageLook());
  const { name, facts } = document;
  assert.deepEqual(
    [name, facts, label(document)],
    ['Board meeting', 'Nov 20, 2026 · 1:02:03', 'Ann  1:02:03'],
  );
  const tokyo = withLocale('de', () => read(pageLook('Asia/Tokyo')));
  assert.equal(tokyo.facts, '21.11.2026 · 1:02:03');
  const unmeasured = { ...job, durationSeconds: null };
  assert.equal(toDocument(transcript, unmeasured, { editorUrl, look: pageLook() }).facts, 'Nov 20, 2026');
});

test('the API titles a document as the job is named, without more, and minutes go on past 59', () => {
  const document = read(apiLook);
  assert.deepEqual([document.name, label(document)], ['Board meeting.mp3', 'Ann (62:03):']);
  assert.ok(!('facts' in document));
  assert.ok(!('template' in document));
});

test('times are links into the editor unless a template has them plain', () => {
  const times = (links: boolean) =>
    read(pageLook('UTC', defaultTimeStyle, { ...defaultTemplate, links })).blocks[0]?.label.at(-1);
  assert.deepEqual(times(true), { text: '1:02:03', link: `${editorUrl}?t=3723` });
  assert.deepEqual(times(false), { text: '1:02:03', isDimmed: true });
});

test('headers and footers have one, two or three parts, filled with name, date and pages', () => {
  const template = { ...defaultTemplate, header: 'Draft {name} | {date}', footer: 'A|{page} / {pages}|{x}' };
  const { header, footer } = read(pageLook('UTC', defaultTimeStyle, template));
  const write = ({ left, center, right }: MarginLine) =>
    [left, center, right].map((text) => toPageText(text, 2, 9));
  assert.deepEqual(write(header), ['Draft Board meeting', '', 'Nov 20, 2026']);
  assert.deepEqual(write(footer), ['A', '2 / 9', '{x}']);
  assert.deepEqual(write(read(apiLook).footer), ['', '2 / 9', '']);
  assert.ok(isEmpty(read(apiLook).header));
});

test('Markdown has nothing that was said as markup', () => {
  const said = [{ speaker: '*Ann*', text: '1. <b>now</b> [x](y) _so_' }];
  assert.equal(
    toMarkdown(toSampleDocument('# Talk', said, pageLook())),
    [
      '# \\# Talk\n\nNov 20, 2026\n',
      '**\\*Ann\\***  [0:00](https://longhand.example/editor/Job_1?t=0.5)\\\n1\\. \\<b\\>now\\</b\\> \\[x\\](y) \\_so\\_\n',
    ].join('\n'),
  );
});
