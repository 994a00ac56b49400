import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import type { Page } from 'playwright';
import { toText as printed } from '#lib/transcript/edit';
import { toDisplayName } from '#lib/accounts/display-name';
import { checkPage, hostile, unharmed } from '#e2e/support/editor/check-page';
import { readText } from '#e2e/support/editor/editor';
import { createEditorClient, saying } from '#e2e/support/editor/editor-client';
import { typeAtEnd } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { readDownload } from '#e2e/support/read-download';

/* A transcript is taken away in every format, with what was typed a moment ago. */

const editor = useEditor({ words: 100, monologues: 4 });
let page: Page;

before(async () => {
  const { client, owner } = editor;
  const machine = await client.read();
  const [first, second] = machine.monologues;
  const speakers = machine.speakers.map((speaker) =>
    speaker.id === 1 ? { ...speaker, name: 'Ann <b>&' } : speaker,
  );
  const words = printed(second?.content ?? []);
  const saved = await client.save(0, {
    put: [saying(second, `${words} ${hostile}`)],
    remove: [first?.id ?? ''],
    speakers,
  });
  assert.equal(saved.status, 200);
  await owner.grantPermissions(['clipboard-read', 'clipboard-write']);
});
beforeEach(async () => {
  page = await editor.open();
  if ((await panel().count()) === 0) await page.getByRole('button', { name: 'Export' }).click();
});

const panel = () => page.getByRole('complementary', { name: 'Export' });

/** The file that the panel gives, as it is set. */
async function download(format: string): Promise<{ name: string; bytes: Buffer }> {
  await panel().getByLabel('Format').selectOption(format);
  const coming = page.waitForEvent('download');
  await panel().getByRole('button', { name: 'Download' }).press('Enter');
  const file = await coming;
  await panel().getByText('downloaded.').waitFor();
  return { name: file.suggestedFilename(), bytes: await readDownload(file) };
}

/** The API's times are mm:ss; those of pages have no leading zero. */
const withPageTimes = (text: string): string => text.replaceAll(/^(.*?: {4})0(\d:\d\d {4})/gm, '$1$2');

test('what was typed a moment ago is in the file, which has the recording’s name', async () => {
  await typeAtEnd(page, 'm3', ' typedjustnow');
  const { name, bytes } = await download('Plain text');
  assert.equal(name, 'Interview.txt');
  assert.match(bytes.toString(), /typedjustnow\n$/);
  assert.equal(bytes.toString(), withPageTimes(await readText(editor.made, 'latest')));
  await checkPage(page);
});

test('text, Word and PDF do without times and speakers, and the machine’s version is as ever', async () => {
  await panel().getByLabel('Times', { exact: true }).uncheck();
  const text = (await download('Plain text')).bytes.toString();
  assert.match(text, /^Ann <b>&: {4}\S+ /);
  assert.doesNotMatch(text, /\d:\d\d/);
  await panel().getByLabel('Speakers').uncheck();
  const bare = await mammoth.extractRawText({ buffer: (await download('Word')).bytes });
  assert.doesNotMatch(bare.value, /Ann|Speaker|\d:\d\d /);
  assert.match(bare.value, /<script>globalThis.harmed=1<\/script>&amp; gnp\.exe/);
  assert.match((await download('PDF')).bytes.subarray(0, 8).toString(), /^%PDF-1\.7/);
  await panel().getByLabel('Times', { exact: true }).check();
  await panel().getByLabel('Speakers').check();
  await panel().getByLabel('Version').selectOption('Original');
  assert.equal(
    (await download('Plain text')).bytes.toString(),
    withPageTimes(await readText(editor.made, 'machine')),
  );
  await panel().getByLabel('Version').selectOption('Latest');
});

test('a document is titled without the ending of its recording, with date and length, and its times are links on request', async () => {
  const read = async (): Promise<string> =>
    (await mammoth.convertToHtml({ buffer: (await download('Word')).bytes })).value;
  const linked = await read();
  assert.match(linked, /^<h1>Interview<\/h1><p>[A-Z][a-z]{2} \d{1,2}, \d{4} · \d:\d\d<\/p>/);
  assert.ok(linked.includes(`href="${editor.made.url}?t=`));
  await panel().getByLabel('Link times to the editor').uncheck();
  const plain = await read();
  assert.doesNotMatch(plain, /<a /);
  assert.match(plain, /\(0:\d\d\)/);
  await panel().getByLabel('Link times to the editor').check();
  await panel().getByLabel('Times', { exact: true }).uncheck();
  await expect(panel().getByLabel('Link times to the editor')).toBeDisabled();
  await panel().getByLabel('Times', { exact: true }).check();
  await checkPage(page, { within: '[data-panel]' });
});

test('captions and JSON are those of the API; WebVTT goes without voices when asked', async () => {
  const json = JSON.parse((await download('JSON with word times')).bytes.toString()) as {
    monologues: Array<{ speaker_name: string }>;
  };
  assert.equal(json.monologues.length, 3);
  assert.equal(json.monologues[0]?.speaker_name, 'Ann <b>&');
  assert.match((await download('Captions (SRT)')).bytes.toString(), /^1\n\d\d:\d\d:\d\d,\d{3} --> /);
  const voiced = (await download('Captions (WebVTT)')).bytes.toString();
  assert.match(voiced, /<v Ann &lt;b&gt;&amp;>/);
  assert.doesNotMatch(voiced, /<(img|script)/);
  await panel().getByLabel('Speakers').uncheck();
  assert.doesNotMatch((await download('Captions (WebVTT)')).bytes.toString(), /<v /);
  await panel().getByLabel('Speakers').check();
});

test('tracked changes lead from the machine’s to the latest, and name who made them', async () => {
  const { name, bytes } = await download('Word with tracked changes');
  assert.equal(name, 'Interview (tracked changes).docx');
  assert.equal((await download('Word')).name, 'Interview.docx');
  const xml = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
  const textOutside = (kind: 'ins' | 'del') =>
    xml
      .replaceAll(new RegExp(`<w:${kind} [^>]*>.*?</w:${kind}>`, 'gs'), '')
      .match(/<w:(t|delText)[^>]*>[^<]*|<w:br\/>|<\/w:p>/g)
      ?.map((part) => part.replace(/^<w:(t|delText)[^>]*>/, '').replace(/^<.*/, ' '))
      .join('')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const asWord = (text: string) =>
    withPageTimes(text)
      .replaceAll(/^(.*?): {4}(\d:\d\d) {4}/gm, '$1 ($2): ')
      .replaceAll('\u202e', '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const heading = /^Interview [A-Z][a-z]{2} \d{1,2}, \d{4} · \d:\d\d /;
  for (const [kind, version] of [
    ['del', 'latest'],
    ['ins', 'machine'],
  ] as const) {
    const text = textOutside(kind) ?? '';
    assert.match(text, heading);
    // A new name of a speaker is no change of the text: it stands in every version.
    const written = asWord(await readText(editor.made, version)).replaceAll('Speaker 2 (', 'Ann <b>& (');
    assert.equal(text.replace(heading, ''), written);
  }
  assert.ok(xml.includes(`w:author="${toDisplayName(editor.made.account.email)}"`));
  await checkPage(page, { within: '[data-panel]' });
});

test('rich text is copied with speakers in bold, and markup in it stays text', async () => {
  await panel().getByRole('button', { name: 'Copy formatted text' }).press('Enter');
  await panel().getByText('Copied').waitFor();
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType('text/html'))?.text();
  });
  assert.match(html ?? '', /<strong[^>]*>Ann &lt;b&gt;&amp;<\/strong> \(0:\d\d\): /);
  assert.doesNotMatch(html ?? '', /<(img|script)/);
  await unharmed(page);
});

test('what can’t be exported is refused in words', async () => {
  for (const options of [
    'format=exe',
    'format=text&version=x',
    'format=pdf&tracked=1',
    'format=text&times=yes',
  ]) {
    const answer = await editor.client.ask(`export?${options}`);
    assert.equal(answer.status, 400);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
  }
  assert.equal((await editor.client.ask('export?format=text&version=99')).status, 409);
  assert.equal(
    (await createEditorClient(editor.longhand, editor.made.jobId).ask('export?format=text')).status,
    401,
  );
});
