import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { buffer } from 'node:stream/consumers';
import mammoth from 'mammoth';
import PdfKit from 'pdfkit';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { toPlain, type TranscriptDocument } from '#lib/exports/documents/transcript-document';
import { findPdfFaults } from '#e2e/support/transcript/find-pdf-faults';
import { pageLook } from '#lib/exports/documents/document-look';
import {
  fontSizes,
  lineSpacings,
  nameStyles,
  papers,
  timePlaces,
  type ExportTemplate,
} from '#lib/transcript/text/export-template';
import { defaultTimeStyle } from '#lib/transcript/text/time-code';
import { pointed, spoken, toSampleDocument } from '#e2e/support/transcript/sample-transcripts';
import { toPdf } from '#lib/exports/pdf/to-pdf';
import { toWord } from '#lib/exports/word/to-word';

// Only with --all: documents that are long or in many scripts.

/* Documents as other people's programs read them: Poppler, qpdf, mammoth, and LibreOffice where it is installed. */

const run = promisify(execFile);
const office = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((file) => existsSync(file));
const speeches = Object.entries({ ...spoken, ...pointed });
const everyone = toSampleDocument(
  'Everyone: 会議 & <b>Łódź</b>',
  speeches.map(([, said]) => said),
);
const hostile = toSampleDocument('a\u0000b<script>"\uD800', [
  { speaker: '](x) \\(', text: `\u0007<w:p/> ]]> %PDF-1.4 \uDC00 ${'x'.repeat(500)} &lt;` },
]);

const folder = await makeTestFolder();
/** The PDF of every script, and what Poppler reads in it. */
let everyonePdf: string;
let everyoneRead: string;
before(async () => {
  everyonePdf = await writePdf('everyone', everyone);
  everyoneRead = await readText(everyonePdf);
});

/** All times of a document. */
const listLinks = ({ blocks }: TranscriptDocument) =>
  blocks.flatMap(({ label }) =>
    label.flatMap(({ text, link }) => (link === undefined ? [] : [{ text, link }])),
  );

async function writePdf(name: string, document: TranscriptDocument): Promise<string> {
  const file = path.join(folder, `${name}.pdf`);
  await writeFile(file, await toPdf(document));
  return file;
}

/** Text without what programs add to it: marks of direction, forms of one letter, line ends. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Bidi_Control}\p{Variation_Selector}]/gu, '')
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ');
}

async function readText(file: string): Promise<string> {
  return plain((await run('pdftotext', [file, '-'], { maxBuffer: 32e6 })).stdout);
}

/** The words and numbers, signs left out, in the order they must be found in. */
function assertInOrder(text: string, words: readonly string[]): void {
  let from = 0;
  for (const word of words) {
    const at = text.indexOf(plain(word), from);
    assert.notEqual(at, -1, `"${word}" is missing after "${text.slice(Math.max(0, from - 40), from)}"`);
    from = at + word.length;
  }
}

const toWords = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}\p{Emoji_Presentation}]+/gu) ?? [];

/** The words that Poppler reads of one speaker. */
async function readSpeech(index: number): Promise<string> {
  const [language, { speaker, text }] = speeches[index] ?? assert.fail();
  // Poppler orders the words of a page as most of them run.
  if (/[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thaana}\p{Script=Syriac}]/u.test(text))
    return readText(await writePdf(language, toSampleDocument('Talk', [{ speaker, text }])));
  const start = everyoneRead.indexOf(plain(speaker));
  // Up to the next speaker: some words are in several languages.
  const [, next] = speeches[index + 1] ?? [];
  return everyoneRead.slice(start, next && everyoneRead.indexOf(plain(next.speaker)));
}

for (const [index, [language, { speaker, text }]] of speeches.entries()) {
  test(`pdftotext reads the speaker and every word in order: ${language}`, async () => {
    const read = await readSpeech(index);
    assertInOrder(read, toWords(speaker));
    assertInOrder(read, toWords(text));
  });
}

test('a PDF of every script is without fault, tagged, and names its title and language', async () => {
  await run('qpdf', ['--check', everyonePdf]);
  const { stdout: facts } = await run('pdfinfo', [everyonePdf]);
  assert.match(facts, /^Title: +Everyone: 会議 & <b>Łódź<\/b>$/m);
  assert.match(facts, /^Creator: +Longhand$/m);
  assert.match(facts, /^Tagged: +yes$/m);
  assert.match(facts, /^Page size: +595\.28 x 841\.89 pts \(A4\)$/m);
  assert.match(await readFile(everyonePdf, 'latin1'), /\/Lang \(en\)/);
  const { stdout: structure } = await run('pdfinfo', ['-struct-text', everyonePdf]);
  assert.match(structure, /H1 \(block\)\s+"Everyone:/);
  assert.match(structure, /Link \(inline\)\s+"00:10"/);
  assert.equal(structure.match(/\bLink \(inline\)/g)?.length, everyone.blocks.length);
});

/** Templates with each choice of each setting. */
const templates = timePlaces.map((times, index): ExportTemplate => ({
  ...{ times, links: index % 2 === 0, lineNumbers: index % 2 === 1 },
  names: nameStyles[index % nameStyles.length] ?? assert.fail(),
  paper: papers[index % papers.length] ?? assert.fail(),
  fontSize: fontSizes[index % fontSizes.length] ?? assert.fail(),
  lineSpacing: lineSpacings[(index + 1) % lineSpacings.length] ?? assert.fail(),
  header: ['{name} | {date}', 'Confidential', ''][index % 3] ?? '',
  footer: ['{page} / {pages}', '| | Page {page}', 'Draft | {name}'][index % 3] ?? '',
}));

for (const template of templates) {
  const look = pageLook('UTC', defaultTimeStyle, template);
  const document = toSampleDocument(
    'Everyone',
    speeches.map(([, said]) => said),
    look,
  );
  const what = `names: ${template.names}, times: ${template.times}`;

  test(`a PDF of a template keeps the rules of accessible documents that a program can check (${what})`, async () => {
    const file = await writePdf('accessible', document);
    assert.deepEqual(await findPdfFaults(file), []);
    const { stdout: facts } = await run('pdfinfo', [file]);
    const size =
      template.paper === 'letter' ? /612 x 792 pts \(letter\)$/m : /595\.28 x 841\.89 pts \(A4\)$/m;
    assert.match(facts, size);
    const [first] = document.blocks;
    assertInOrder(await readText(file), [
      toPlain(first?.label ?? []),
      ...toWords(toPlain(first?.text ?? [])),
    ]);
  });

  test(`mammoth reads all of a template's Word document (${what})`, async () => {
    const { value, messages } = await mammoth.extractRawText({ buffer: await toWord(document) });
    assert.deepEqual(messages, []);
    const turns = document.blocks.map(({ label, isOwnLine, text }) =>
      [toPlain(label), toPlain(text)].filter((part) => part !== '').join(isOwnLine ? '' : ' '),
    );
    assert.equal(value.trim(), [document.name, document.facts, ...turns].join('\n\n'));
  });
}

test('the document that is specified claims nothing that it need not', async () => {
  assert.deepEqual(await findPdfFaults(everyonePdf), ['no PDF/UA identifier']);
});

test('what an accessible document needs is missed where it lacks', async () => {
  const pdf = new PdfKit();
  const bytes = buffer(pdf);
  pdf.text('Untagged', { link: 'https://longhand.example' });
  pdf.end();
  const file = path.join(folder, 'untagged.pdf');
  await writeFile(file, await bytes);
  assert.deepEqual((await findPdfFaults(file)).toSorted(), [
    'a font that is not embedded',
    'a link outside the structure',
    'a link without a description',
    'a page whose links are not in the order of the structure',
    'a structure that is no document',
    'content that is neither marked nor an artifact',
    'no PDF/UA identifier',
    'no first heading',
    'no language',
    'no marks',
    'no title',
    'no title to display',
  ]);
});

test('every font of a PDF is embedded, and no letter is shown as a box', async () => {
  const { stdout } = await run('pdffonts', [everyonePdf]);
  const fonts = stdout.trim().split('\n').slice(2);
  assert.ok(fonts.length > 10);
  for (const font of fonts) assert.match(font, / yes yes yes /, font);
  await run('qpdf', ['--qdf', '--object-streams=disable', everyonePdf, `${everyonePdf}.qdf`]);
  const shown = (await readFile(`${everyonePdf}.qdf`, 'latin1')).match(/\[<[0-9a-f]+>[^\]]*\] TJ/g) ?? [];
  assert.ok(shown.length > 100);
  // Glyph 0 is what a font shows for a character it does not have.
  for (const glyphs of shown) assert.doesNotMatch(glyphs, /<(?:[0-9a-f]{4})*?0000/);
});

test('every time in a PDF is a link into the editor at its moment', async () => {
  const { stdout } = await run('pdfinfo', ['-url', everyonePdf]);
  for (const { link } of listLinks(everyone)) assert.ok(stdout.includes(link), link);
});

test('signs that mean something to PDF or XML do no harm', async () => {
  const file = await writePdf('hostile', hostile);
  await run('qpdf', ['--check', file]);
  const read = await readText(file);
  assert.ok(read.includes('ab<script>"'));
  assert.ok(read.includes('](x) \\( (00:00):'));
  const { value } = await mammoth.extractRawText({ buffer: await toWord(hostile) });
  assert.ok(value.includes('<w:p/> ]]> %PDF-1.4'));
});

test('an empty transcript, a speaker who says nothing and the longest name make documents too', async () => {
  const nothing = toSampleDocument('W'.repeat(255), []);
  const file = await writePdf('nothing', nothing);
  await run('qpdf', ['--check', file]);
  const read = await readText(file);
  assert.equal(read.replaceAll(/[^W]/g, '').length, 255);
  assert.ok(read.includes('No speech was recognized'));
  await run('qpdf', [
    '--check',
    await writePdf('silent', toSampleDocument('x', [{ speaker: '', text: '' }])),
  ]);
});

test('mammoth reads the speakers and words of every script from a Word document, and its links', async () => {
  const buffer = await toWord(everyone);
  const { value, messages } = await mammoth.extractRawText({ buffer });
  assert.deepEqual(messages, []);
  const expected = everyone.blocks.map(({ label, text }) => toPlain(label) + toPlain(text));
  assert.equal(value.trim(), [everyone.name, ...expected].join('\n\n'));
  const html = (await mammoth.convertToHtml({ buffer })).value;
  assert.match(html, /^<h1>Everyone: 会議 &amp; &lt;b&gt;Łódź&lt;\/b&gt;<\/h1>/);
  for (const { link, text: clock } of listLinks(everyone)) {
    assert.ok(
      html.includes(`<strong><a href="${link}">${clock}</a></strong>`) || html.includes(`<a href="${link}">`),
    );
  }
});

test(
  'LibreOffice opens a Word document',
  { skip: office === undefined ? 'LibreOffice is not installed' : false },
  async () => {
    const file = path.join(folder, 'document.docx');
    await writeFile(file, await toWord(everyone));
    const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`;
    await run(office ?? '', [profile, '--headless', '--convert-to', 'txt:Text', '--outdir', folder, file]);
    const text = plain(await readFile(path.join(folder, 'document.txt'), 'utf8'));
    for (const block of everyone.blocks)
      assertInOrder(text, [...toWords(toPlain(block.label)), ...toWords(toPlain(block.text))]);
  },
);
