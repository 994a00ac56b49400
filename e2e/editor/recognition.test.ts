import { test } from 'node:test';
import type { Page } from 'playwright';
import type { RecognitionRecord } from '#lib/recognition/record';
import { expect } from '#e2e/support/expect';
import { useSite } from '#e2e/support/use-site';
import {
  editable,
  makeSharedTranscript,
  openEditorTab,
  ownerContext,
  guestContext,
  transcriptShown,
} from '#e2e/support/editor/editor';
import type { SharedTranscript } from '#e2e/support/editor/editor';
import { makeRecord, richRecord } from '#e2e/support/recognition-record';
import { checkPage } from '#e2e/support/editor/check-page';

/* What the editor says of how its transcript was made. */

const site = useSite();

async function makeRecorded(recognition: RecognitionRecord | null): Promise<SharedTranscript> {
  const made = await makeSharedTranscript(site.longhand, { words: 120, monologues: 3 });
  await site.longhand.sql`
    update jobs set recognition = ${site.longhand.sql.json(recognition as never)} where id = ${made.jobId}`;
  return made;
}

const about = (page: Page) => page.getByRole('button', { name: 'About this transcript' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'About this transcript' });
const warning = (page: Page) => page.getByText('About 1 in 4 words is wrong', { exact: false });

test('the record opens from the bar and from the palette, and the focus goes back where it was', async () => {
  const made = await makeRecorded(richRecord);
  const page = await openEditorTab(await ownerContext(site.browser, made), made.url);
  await about(page).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByText('parakeet-tdt-0.6b-v3').waitFor();
  await dialog(page).getByText('12× real time').waitFor();
  await checkPage(page);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect(about(page)).toBeFocused();

  await page.locator('.tiptap').focus();
  await page.keyboard.press('F1');
  await expect(page.getByRole('textbox', { name: 'Search commands' })).toBeFocused();
  await page.keyboard.type('about this');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect(page.locator('.tiptap')).toBeFocused();
  await expect(warning(page)).toHaveCount(0);
});

test('a transcript by PocketSphinx says how good its words are until that is dismissed in this browser', async () => {
  const made = await makeRecorded(makeRecord());
  const context = await ownerContext(site.browser, made);
  const page = await openEditorTab(context, made.url);
  await warning(page).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await warning(page).waitFor({ state: 'detached' });
  await expect(page.locator('.tiptap')).toBeFocused();
  await page.reload();
  await editable(page);
  await expect(warning(page)).toHaveCount(0);
});

test('guests, and owners of jobs without a record, don’t see one', async () => {
  const made = await makeRecorded(makeRecord());
  const guest = await (await guestContext(site.browser, 'Ada')).newPage();
  await guest.goto(made.sharedUrl);
  await transcriptShown(guest);
  await expect(warning(guest)).toHaveCount(0);
  await expect(about(guest)).toHaveCount(0);

  const old = await makeRecorded(null);
  const page = await openEditorTab(await ownerContext(site.browser, old), old.url);
  await expect(about(page)).toHaveCount(0);
  await expect(warning(page)).toHaveCount(0);
});

test('of words without confidence none is doubtful, and the review says why', async () => {
  const made = await makeRecorded(richRecord);
  await site.longhand.sql`
    update machine_transcripts set words = (
      select jsonb_agg(word - 'confidence' order by place)
      from jsonb_array_elements(words) with ordinality as given (word, place))
    where job_id = ${made.jobId}`;
  const page = await openEditorTab(await ownerContext(site.browser, made), made.url);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const panel = page.locator('[data-panel=review]');
  await panel.getByText('doesn’t report how sure it is').waitFor();
  await panel.getByRole('button', { name: 'Start review' }).click();
  await panel.getByText('Nothing to review.').waitFor();
  await panel.getByText('doesn’t report how sure it is').waitFor();
  await expect(panel.getByRole('checkbox', { name: /^Long silences/ })).toHaveCount(1);
  await expect(panel.getByRole('checkbox')).toHaveCount(1);
  await expect(panel.getByRole('slider')).toHaveCount(0);
  await checkPage(page);
});
