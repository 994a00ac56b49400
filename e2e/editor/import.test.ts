import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { toText } from '#lib/transcript/edit';
import { caretAtEnd } from '#e2e/support/editor/editor-text';
import { saying } from '#e2e/support/editor/editor-client';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';

/* A transcript made elsewhere is put in the place of the text, in the browser. */

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

/** Opens the dialog from the menu, and chooses a file with this text. */
async function choose(name: string, content: string | Buffer): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import a transcript…' }).click();
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({
      ...{ name, mimeType: 'application/octet-stream' },
      buffer: Buffer.from(content),
    });
  await dialog().getByText(name).waitFor();
}

const replace = () => dialog().getByRole('button', { name: 'Replace the text' }).click();

test('a file takes the place of the text, with its speakers and what was just typed in the history, and can be undone', async () => {
  const before = await paragraphs();
  await caretAtEnd(page, 'm2');
  await page.keyboard.type(' typed');
  await choose(
    'interview.txt',
    before.map((text, i) => `${i === 1 ? 'Dr. Ben' : 'Ann'}: ${text} more`).join('\n\n'),
  );
  await replace();
  await dialog().waitFor({ state: 'detached' });
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

test('a file of another recording is refused with its measure, until that is accepted', async () => {
  const before = await paragraphs();
  await choose('other.txt', 'Nothing of this was said there.');
  await replace();
  await dialog()
    .getByText(/^Only \d+% of the words match this recording\. Is it the right file\?$/)
    .waitFor();
  assert.deepEqual(await paragraphs(), before);
  await dialog().getByRole('button', { name: 'Replace anyway' }).click();
  await dialog().waitFor({ state: 'detached' });
  await expect(text()).toContainText('Nothing of this was said there.');
});

test('what can’t be read is said in the dialog, and nothing is changed', async () => {
  const before = await paragraphs();
  await choose('scan.docx', '%PDF-1.7');
  await replace();
  await dialog().getByText('PDF files can’t be imported. Use text or Word.').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  assert.deepEqual(await paragraphs(), before);
});

test('closing the dialog ends an import that is under way', async () => {
  const before = await paragraphs();
  await page.route('**/transcript', () => {});
  await choose('interview.txt', before.map((text) => `${text} more`).join('\n\n'));
  const asked = page.waitForRequest('**/transcript');
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/transcript'));
  await replace();
  await asked;
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await ended;
  await page.unroute('**/transcript');
  assert.deepEqual(await paragraphs(), before);
});

test('captions that are dropped on the page are in the dialog', async () => {
  const [first = ''] = await paragraphs();
  const captions = `1\n00:00:01,000 --> 00:00:05,000\n${first}\n`;
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'captions.srt', { type: 'application/x-subrip' }));
    return transfer;
  }, captions);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await dialog().getByText('captions.srt').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).last().click();
  await dialog().waitFor({ state: 'detached' });
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
    const answer = await editor.client.ask('transcript', { method: 'PUT', body: await exported.blob() });
    const text = await answer.text();
    assert.deepEqual(
      [answer.status, JSON.parse(text)],
      [200, { revision: revision + 1, before: revision + 1 }],
      format,
    );
  }
});
