import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import type { Page } from 'playwright';
import { toText as printed } from '#lib/transcript/edit';
import { toDisplayName } from '#lib/accounts/display-name';
import { checkPage, hostile, unharmed } from '#e2e/support/editor/check-page';
import { readText } from '#e2e/support/editor/editor';
import { createEditorClient } from '#e2e/support/editor/editor-client';
import { typeAtEnd } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { saying } from '#e2e/support/transcribed-job';
import { waitFor } from '#e2e/support/wait';
import { readDownload } from '#e2e/support/read-download';

/* Exports a transcript in every format, including text typed a moment ago. */

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
  const options = panel().locator('details');
  if ((await options.count()) > 0 && (await options.getAttribute('open')) === null)
    await options.locator('summary').click();
});

const panel = () => page.getByRole('complementary', { name: 'Export' });

/** Downloads the file in this format, with the panel's current options. */
async function download(format: string): Promise<{ name: string; bytes: Buffer }> {
  await panel().getByLabel('Format').selectOption(format);
  const coming = page.waitForEvent('download');
  await panel().getByRole('button', { name: 'Download' }).press('Enter');
  const file = await coming;
  await panel().getByText('downloaded.').waitFor();
  return { name: file.suggestedFilename(), bytes: await readDownload(file) };
}

/** Downloads the file again with the chosen format. */
async function again(): Promise<string> {
  const coming = page.waitForEvent('download');
  await panel().getByRole('button', { name: 'Download' }).press('Enter');
  return (await readDownload(await coming)).toString();
}

/** The API's format has other names and times, and keeps direction marks. */
const withPageTimes = (text: string): string =>
  text.replaceAll('\u202e', '').replaceAll(/^(.*?): {4}0(\d:\d\d) {4}/gm, '$1  $2\n');

async function set(options: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(options))
    await panel().getByLabel(label, { exact: true }).selectOption(value);
}

test('what was typed a moment ago is in the file, which has the recording’s name', async () => {
  await typeAtEnd(page, 'm3', ' typedjustnow');
  const { name, bytes } = await download('Plain text');
  assert.equal(name, 'Interview.txt');
  assert.match(bytes.toString(), /typedjustnow\n$/);
  assert.equal(bytes.toString(), withPageTimes(await readText(editor.made, 'latest')));
  await checkPage(page);
});

test('text, Word and PDF do without times and speakers, and the machine’s version is as ever', async () => {
  await set({ Times: 'None', 'Speaker names': 'Before the text' });
  const text = (await download('Plain text')).bytes.toString();
  assert.match(text, /^Ann <b>&: \S+ /);
  assert.doesNotMatch(text, /\d:\d\d/);
  await set({ 'Speaker names': 'None' });
  const bare = await mammoth.extractRawText({ buffer: (await download('Word')).bytes });
  assert.doesNotMatch(bare.value, /Ann|Speaker|\d:\d\d /);
  assert.match(bare.value, /<script>globalThis.harmed=1<\/script>&amp; gnp\.exe/);
  assert.match((await download('PDF')).bytes.subarray(0, 8).toString(), /^%PDF-1\.7/);
  await set({ Times: 'At each paragraph', 'Speaker names': 'On a line of their own' });
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
  assert.match(plain, /<\/strong> {2}0:\d\d<br \/>/);
  await panel().getByLabel('Link times to the editor').check();
  await set({ Times: 'None' });
  await expect(panel().getByLabel('Link times to the editor')).toBeDisabled();
  await set({ Times: 'At each paragraph' });
  await checkPage(page, { within: '[data-panel]' });
});

test('a template is kept by the account, shown on the first page, chosen again, and deleted with undo', async () => {
  await panel().getByLabel('Format').selectOption('PDF');
  await panel().getByRole('button', { name: 'Preview first page' }).click();
  const picture = panel().getByRole('img', { name: /^First page: Interview / });
  await picture.waitFor();
  const before = await picture.getAttribute('src');
  await set({ 'Speaker names': 'Before the text, in bold capitals' });
  await panel().getByLabel('Header', { exact: true }).fill('{name} | Draft');
  await panel().getByLabel('Line numbers').check();
  await panel()
    .getByRole('img', { name: /ANN <B>&:/ })
    .waitFor();
  assert.notEqual(await picture.getAttribute('src'), before);
  await panel().getByLabel('Save as template').fill('Court');
  await panel().getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel().getByLabel('Template', { exact: true })).toHaveValue('Court');
  await checkPage(page, { within: '[data-panel]' });
  const kept = async () => {
    const [row] = await editor.longhand.sql`
      select editor_settings from accounts where id = ${editor.made.account.id}`;
    return JSON.stringify(row?.['editor_settings']);
  };
  await waitFor('the template in the account', async () => /"Court":/.test(await kept()) || undefined);
  const files = unzipSync((await download('Word')).bytes);
  const read = (file: string) => strFromU8(files[file] ?? new Uint8Array());
  assert.match(read('word/document.xml'), /<w:lnNumType [^>]*w:restart="newPage"/);
  assert.match(read('word/header1.xml'), /Interview.*Draft/s);
  await page.reload();
  await page.getByRole('button', { name: 'Export' }).click();
  await panel().locator('summary').click();
  await expect(panel().getByLabel('Header', { exact: true })).toHaveValue('{name} | Draft');
  const text = (await download('Markdown')).bytes.toString();
  assert.match(text, /^# Interview\n[^]*\[\(0:\d\d\)\]\(http[^)]+\) \*\*ANN \\<B\\>\\&:\*\* /);
  await panel().getByRole('button', { name: 'Delete “Court”' }).click();
  await panel().getByRole('button', { name: 'Undo' }).click();
  await expect(panel().getByLabel('Template', { exact: true })).toHaveValue('Court');
  await panel().getByRole('button', { name: 'Delete “Court”' }).click();
  await waitFor('its deletion', async () => !/"Court":/.test(await kept()) || undefined);
});

test('captions and JSON are those of the API; WebVTT goes without voices when asked', async () => {
  const json = JSON.parse((await download('JSON with word times')).bytes.toString()) as {
    monologues: Array<{ speaker_name: string }>;
  };
  assert.equal(json.monologues.length, 3);
  assert.equal(json.monologues[0]?.speaker_name, 'Ann <b>&');
  assert.match((await download('Captions (SRT)')).bytes.toString(), /^1\n\d\d:\d\d:\d\d,\d{3} --> /);
  await panel().getByLabel('Speakers').check();
  assert.match(await again(), /^Ann ‹b›&: /m);
  const voiced = (await download('Captions (WebVTT)')).bytes.toString();
  assert.match(voiced, /<v Ann &lt;b&gt;&amp;>/);
  assert.doesNotMatch(voiced, /<(img|script)/);
  await panel().getByLabel('Speakers').uncheck();
  assert.doesNotMatch(await again(), /<v /);
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
    withPageTimes(text).replaceAll('\u202e', '').replaceAll(/\s+/g, ' ').trim();
  const heading = /^Interview [A-Z][a-z]{2} \d{1,2}, \d{4} · \d:\d\d /;
  for (const [kind, version] of [
    ['del', 'latest'],
    ['ins', 'machine'],
  ] as const) {
    const text = textOutside(kind) ?? '';
    assert.match(text, heading);
    // Renaming a speaker is not a change of the text: it applies to every version.
    const written = asWord(await readText(editor.made, version)).replaceAll(
      /Speaker 2 (?=\d:)/g,
      'Ann <b>& ',
    );
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
  assert.match(html ?? '', /<strong[^>]*>Ann &lt;b&gt;&amp;<\/strong>(?:&nbsp;|\s)+0:\d\d<br>/);
  assert.doesNotMatch(html ?? '', /<(img|script)/);
  await unharmed(page);
});

test('what can’t be exported is refused in words', async () => {
  for (const options of [
    'format=exe',
    'format=text&version=x',
    'format=pdf&tracked=1',
    'format=text&speakers=yes',
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
