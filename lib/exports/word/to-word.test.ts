import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { pageLook } from '#lib/exports/documents/document-look';
import { defaultTemplate } from '#lib/transcript/text/export-template';
import { defaultTimeStyle } from '#lib/transcript/text/time-code';
import { toSampleDocument, spoken } from '#e2e/support/transcript/sample-transcripts';
import { toWord } from '#lib/exports/word/to-word';

async function readFiles(...document: Parameters<typeof toSampleDocument>): Promise<Record<string, string>> {
  const files = unzipSync(await toWord(toSampleDocument(...document)));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

test('a Word document carries its title and language, and a link for every monologue', async () => {
  const files = await readFiles('R&D <b>', Object.values(spoken).slice(0, 2));
  assert.match(files['docProps/core.xml'] ?? '', /<dc:title>R&amp;D &lt;b&gt;<\/dc:title>/);
  assert.match(files['docProps/core.xml'] ?? '', /<dc:language>el<\/dc:language>/);
  const links = files['word/_rels/document.xml.rels'] ?? '';
  assert.match(links, /Target="https:\/\/longhand\.example\/editor\/Job_1\?t=0\.5"/);
  assert.match(links, /Target="https:\/\/longhand\.example\/editor\/Job_1\?t=10\.5"/);
  assert.match(files['word/footer1.xml'] ?? '', /PAGE.*NUMPAGES/s);
});

test('line numbers have the style by which Word draws them, small and dimmed, where a template has them', async () => {
  for (const lineNumbers of [true, false]) {
    const look = pageLook('UTC', defaultTimeStyle, { ...defaultTemplate, lineNumbers });
    const styles = (await readFiles('x', [], look))['word/styles.xml'] ?? '';
    assert.equal(/<w:name w:val="line number"\/>.*?<w:sz w:val="16"\/>/s.test(styles), lineNumbers);
  }
});

test('text from right to left is marked so, its digits and Latin words are not', async () => {
  const text = (await readFiles('x', [{ speaker: 'דנה', text: 'שלום Bob' }]))['word/document.xml'] ?? '';
  assert.match(text, /<w:rtl\/><\/w:rPr><w:t xml:space="preserve">שלום <\/w:t>/);
  assert.match(text, /<w:r><w:t xml:space="preserve">Bob<\/w:t>/);
  assert.match(text, /<w:bidi\/>/);
});

test('scripts that the fonts of Word’s styles lack name those that come with Word', async () => {
  for (const [language, font] of [
    ['hi', 'Nirmala UI'],
    ['ta', 'Nirmala UI'],
    ['th', 'Leelawadee UI'],
    ['km', 'Leelawadee UI'],
    ['my', 'Myanmar Text'],
    ['bo', 'Microsoft Himalaya'],
  ] as const) {
    const { speaker = '', text = '' } = spoken[language] ?? {};
    const files = await readFiles('x', [{ speaker, text }]);
    assert.match(files['word/styles.xml'] ?? '', new RegExp(`w:cs="${font}"`), language);
    assert.match(files['word/document.xml'] ?? '', new RegExp(`w:cs="${font}"`), language);
  }
});

test('the same transcript gives the same bytes', async () => {
  const document = toSampleDocument('x', Object.values(spoken));
  assert.deepEqual(await toWord(document), await toWord(document));
});

test('a transcript without words says so', async () => {
  assert.match((await readFiles('x', []))['word/document.xml'] ?? '', /No speech was recognized/);
});
