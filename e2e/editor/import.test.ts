import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright';
import { toText, type Edit } from '#lib/transcript/edit';
import { caretAtEnd } from '#e2e/support/editor/editor-text';
import { createGuestClient } from '#e2e/support/editor/editor-client';
import { checkPage } from '#e2e/support/editor/check-page';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { saying } from '#e2e/support/transcribed-job';

/* Importing a transcript from a file, which replaces the text, in the browser. */

const editor = useEditor({ words: 60, monologues: 3 });
let page: Page;

beforeEach(async () => {
  page = await editor.open();
  await editor.reset();
});

const dialog = () => page.getByRole('dialog', { name: 'Import a transcript' });
const text = () => page.getByRole('textbox', { name: /^Transcript of/ });
const paragraphs = async (): Promise<string[]> =>
  (await editor.client.read()).monologues.map(({ content }) => toText(content));

/** Opens the dialog from the menu, and chooses a file with this content. */
async function choose(name: string, content: string | Uint8Array): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import a transcript…' }).click();
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({
      ...{ name, mimeType: 'application/octet-stream' },
      buffer: Buffer.from(content),
    });
}

const preview = () =>
  page.locator('main').filter({ has: page.getByRole('heading', { name: /^Import .*\.\w+$/ }) });
const change = (number: number, total: number) =>
  preview().getByRole('checkbox', { name: `Import change ${number} of ${total}` });

/** Confirms the import, and waits until the preview has closed. */
async function confirm(label: string): Promise<void> {
  await preview().getByRole('button', { name: label }).click();
  await preview().waitFor({ state: 'detached' });
}

test('a file takes the place of the text, with its speakers and what was just typed in the history, and can be undone', async () => {
  const before = await paragraphs();
  await caretAtEnd(page, 'm2');
  await page.keyboard.type(' typed');
  await choose(
    'interview.txt',
    before.map((text, i) => `${i === 1 ? 'Dr. Ben' : 'Ann'}: ${text} more`).join('\n\n'),
  );
  await preview().getByText('typed', { exact: true }).waitFor();
  assert.deepEqual(await paragraphs(), before.with(2, `${before[2]} typed`));
  await confirm('Import 4 changes');
  await page.getByText('Transcript imported').first().waitFor();
  await page.getByRole('button', { name: 'Dr. Ben' }).waitFor();
  await expect(text()).toContainText(' more');
  const { revision } = await editor.client.read();
  const typed = await editor.client.ask(`revisions/${revision - 1}`);
  assert.match(await typed.text(), / typed/);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(text()).toContainText(' typed');
  assert.deepEqual(await paragraphs(), before.with(2, `${before[2]} typed`));
});

/** Exports to Word, changes the XML as a word processor would, and adds a comment by Ana on a word. */
async function changeWord(query: string, alter: (xml: string) => string): Promise<Uint8Array> {
  const exported = await editor.client.ask(`export?format=${query}`);
  const files = unzipSync(new Uint8Array(await exported.arrayBuffer()));
  const get = (path: string): string => strFromU8(files[path] ?? assert.fail(path));
  const put = (path: string, xml: string): void => void (files[path] = strToU8(xml));
  const relation =
    '<Relationship Id="rIdNotes" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="comments.xml"/>';
  put('word/document.xml', alter(get('word/document.xml')));
  put(
    'word/_rels/document.xml.rels',
    get('word/_rels/document.xml.rels').replace('</Relationships>', `${relation}</Relationships>`),
  );
  put(
    'word/comments.xml',
    `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="7" w:author="Ana Čapek" w:date="2026-03-01T10:00:00Z"><w:p><w:r><w:t>Check the name</w:t></w:r></w:p></w:comment></w:comments>`,
  );
  return zipSync(files);
}

const anchor = {
  begin: '<w:commentRangeStart w:id="7"/>',
  end: '<w:commentRangeEnd w:id="7"/><w:r><w:commentReference w:id="7"/></w:r>',
};
const listParagraphs = (xml: string): string[] => xml.match(/<w:p>.*?<\/w:p>|<w:p [^>]*>.*?<\/w:p>/gs) ?? [];

/** Moves the first paragraph behind the second, comments on it, and adds a last word. */
function alterXml(xml: string): string {
  const [first = '', second = '', third = ''] = listParagraphs(xml).slice(-3);
  const commented = first.replace(
    /(<w:r>(?:(?!<w:r>).)*<\/w:r>)<\/w:p>$/s,
    `${anchor.begin}$1${anchor.end}</w:p>`,
  );
  const typed = third.replace(/<\/w:t><\/w:r><\/w:p>$/, ' extra</w:t></w:r></w:p>');
  assert.ok(commented !== first && typed !== third, xml);
  return xml
    .replace(first, '')
    .replace(second, second + commented)
    .replace(third, typed);
}

test('a Word file comes back with its changes, of which one is left out by keyboard, and its comment is a note', async () => {
  const before = await editor.client.read();
  const texts = await paragraphs();
  await choose('corrected.docx', await changeWord('word', alterXml));
  await preview().getByText('2 changes, 1 comment.').waitFor();
  await checkPage(page);
  const note = preview().getByRole('complementary').filter({ hasText: 'Check the name' });
  await expect(note).toContainText('Comment by Ana Čapek');
  await expect(preview()).toContainText('moved here');
  // The checkbox of the second change is one stop before it.
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Shift+Tab');
  await expect(change(2, 2)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(change(2, 2)).not.toBeChecked();
  assert.deepEqual(await paragraphs(), texts);
  await preview().getByRole('button', { name: 'Import 1 of 2 changes' }).focus();
  await page.keyboard.press('Enter');
  await preview().waitFor({ state: 'detached' });
  const after = await editor.client.read();
  const withoutPlace = (monologue: Edit['monologues'][number]) => ({ ...monologue, place: '' });
  assert.deepEqual(
    after.monologues.map(withoutPlace),
    [1, 0, 2].map((i) => withoutPlace(before.monologues[i] ?? assert.fail())),
  );
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await page.getByText('Import undone').first().waitFor();
  assert.deepEqual(await paragraphs(), texts);
});

test('what another person saves beside an open preview stays, and the choice still holds', async () => {
  const texts = await paragraphs();
  await choose('corrected.docx', await changeWord('word&tracked=1', alterXml));
  await preview().getByText('2 changes, 1 comment.').waitFor();
  const guest = createGuestClient(editor.made, 'Ben');
  const { revision, monologues } = await editor.client.read();
  const saved = await guest.save(revision, { put: [saying(monologues[2], `Theirs ${texts[2]}`)] });
  assert.equal(saved.status, 200);
  await confirm('Import 2 changes');
  assert.deepEqual(await paragraphs(), [texts[1], texts[0], `Theirs ${texts[2]} extra`]);
});

test('leaving the preview changes nothing, and a choice of nothing can’t be imported', async () => {
  const before = await paragraphs();
  await choose('corrected.docx', await changeWord('word', alterXml));
  await preview().getByRole('button', { name: 'Clear' }).click();
  await expect(preview().getByRole('button', { name: 'No changes selected' })).toBeDisabled();
  await preview().getByRole('button', { name: 'Select all' }).click();
  await preview().getByRole('button', { name: 'Back to transcript' }).click();
  await preview().waitFor({ state: 'detached' });
  await text().waitFor();
  assert.deepEqual(await paragraphs(), before);
});

test('what a choice can’t be saved for is told, and it stays', async () => {
  const before = await paragraphs();
  await choose('interview.txt', before.map((text) => `${text} more`).join('\n\n'));
  await preview().waitFor();
  await page.route('**/transcript', (route) => route.abort());
  await preview().getByRole('button', { name: 'Import 3 changes' }).click();
  await preview().getByRole('alert').getByText('Couldn’t reach the server.').waitFor();
  await page.unroute('**/transcript');
  await confirm('Import 3 changes');
  assert.deepEqual(
    await paragraphs(),
    before.map((text) => `${text} more`),
  );
});

test('a file of another recording is refused with its measure, until that is accepted', async () => {
  const before = await paragraphs();
  await choose('other.txt', 'Nothing of this was said there.');
  await dialog()
    .getByText(/^Only \d+% of the words match this recording\. Is it the right file\?$/)
    .waitFor();
  assert.deepEqual(await paragraphs(), before);
  await dialog().getByRole('button', { name: 'Compare anyway' }).click();
  await preview().waitFor();
  await preview()
    .getByRole('button', { name: /^Import \d+ changes?$/ })
    .click();
  await preview().waitFor({ state: 'detached' });
  await expect(text()).toContainText('Nothing of this was said there.');
});

test('what can’t be read, or has the same text, is said in the dialog, and another file can be chosen', async () => {
  const before = await paragraphs();
  await choose('scan.docx', '%PDF-1.7');
  await dialog().getByText('PDF files can’t be imported. Use text or Word.').waitFor();
  const buffer = Buffer.from(before.join('\n\n'));
  const same = { name: 'same.txt', mimeType: 'text/plain', buffer };
  await dialog().locator('input[type=file]').setInputFiles(same);
  await dialog().getByText('No changes: the transcript already has this text.').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  assert.deepEqual(await paragraphs(), before);
});

test('closing the dialog ends a comparison that is under way', async () => {
  const before = await paragraphs();
  await page.route('**/transcript', () => {});
  const asked = page.waitForRequest('**/transcript');
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/transcript'));
  await choose('interview.txt', before.map((text) => `${text} more`).join('\n\n'));
  await asked;
  await dialog().getByText('Comparing the file with the transcript…').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await ended;
  await page.unroute('**/transcript');
  assert.deepEqual(await paragraphs(), before);
});

test('captions that are dropped on the page are compared', async () => {
  const [first = ''] = await paragraphs();
  const captions = `1\n00:00:01,000 --> 00:00:05,000\n${first}\n`;
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'captions.srt', { type: 'application/x-subrip' }));
    return transfer;
  }, captions);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await preview().getByRole('heading', { name: 'Import captions.srt' }).waitFor();
  await preview().getByRole('button', { name: 'Import 2 changes' }).waitFor();
  await preview().getByRole('button', { name: 'Back to transcript' }).click();
  await preview().waitFor({ state: 'detached' });
});

test('what the editor exports comes back as it was, Word with tracked changes too', async () => {
  const { monologues, speakers, revision } = await editor.client.read();
  const [first, second] = monologues;
  assert.ok(first && second);
  const put = [
    {
      ...first,
      content: [{ text: 'Well, ' }, { tag: '[laughter]' }, { text: ` ${toText(first.content)}: yes.` }],
    },
    saying(second, `${toText(second.content)} at 12:30 (see above)`),
  ];
  const named = speakers.map((speaker) => ({ ...speaker, name: `Dr. ${speaker.name}` }));
  const saved = await editor.client.save(revision, { put, speakers: named });
  assert.equal(saved.status, 200);
  for (const format of ['text', 'word', 'word&tracked=1', 'markdown', 'json', 'vtt', 'srt&speakers=1']) {
    const exported = await editor.client.ask(`export?format=${format}`);
    const answer = await editor.client.ask('transcript', { method: 'POST', body: await exported.blob() });
    assert.deepEqual(
      [answer.status, JSON.parse(await answer.text())],
      [200, { revision: revision + 1, firstWord: 0, change: { put: [], remove: [] }, comments: [] }],
      format,
    );
  }
});

test('a choice that fits no version, or is none, is refused, and nothing is changed', async () => {
  const { revision } = await editor.client.read();
  const save = (body: object) =>
    editor.client.ask('transcript', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const change = { put: [], remove: ['m0'] };
  const statuses = await Promise.all([
    save({ revision: revision + 9, firstWord: 0, change }),
    save({ revision, firstWord: 7, change }),
    save({ revision, firstWord: 0, change: { put: 'x', remove: [] } }),
    save({ change }),
  ]);
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [409, 409, 400, 400],
  );
  assert.equal((await editor.client.read()).revision, revision);
});
