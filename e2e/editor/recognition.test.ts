import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import type { RecognitionRecord } from '#lib/recognition/record';
import { chooseFromMenu } from '#e2e/support/account/row-menu';
import { checkPage } from '#e2e/support/editor/check-page';
import {
  editable,
  makeSharedTranscript,
  openEditorTab,
  ownerContext,
  stands,
  transcriptShown,
  type SharedTranscript,
} from '#e2e/support/editor/editor';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { keepPicture } from '#e2e/support/keep-picture';
import { makeRecord, richRecord } from '#e2e/support/recognition-record';

// Only with --all: a dialog and two notices.

/* The recognition details in the editor. */

const editor = useEditor({ words: 120, monologues: 3 });
let pocketsphinx: SharedTranscript;

before(async () => {
  await record(editor.made, richRecord);
  await editor.longhand.sql`
    update machine_transcripts set words = (
      select jsonb_agg(word - 'confidence' order by place)
      from jsonb_array_elements(words) with ordinality as given (word, place))
    where job_id = ${editor.made.jobId}`;
  pocketsphinx = await makeSharedTranscript(editor.longhand, { words: 120, monologues: 3 });
  await record(pocketsphinx, makeRecord());
});

async function record({ jobId }: SharedTranscript, recognition: RecognitionRecord): Promise<void> {
  const { sql } = editor.longhand;
  await sql`update jobs set recognition = ${sql.json(recognition as never)} where id = ${jobId}`;
}

const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true });
const openRecord = (page: Page) => chooseFromMenu(more(page), 'How it was recognized');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'How it was recognized' });
const warning = (page: Page) => page.getByText('About half of the words are wrong', { exact: false });

test('the record opens from the bar and from the palette, and the focus goes back where it was', async () => {
  const page = await editor.open();
  await openRecord(page);
  await dialog(page).getByText('parakeet-tdt-0.6b-v3').waitFor();
  await dialog(page).getByText('12× real time').waitFor();
  await checkPage(page, { within: '[role=dialog]' });
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect(more(page)).toBeFocused();

  await page.locator('.tiptap').focus();
  await page.keyboard.press('F1');
  await expect(page.getByRole('textbox', { name: 'Search commands' })).toBeFocused();
  await page.keyboard.type('how it was');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect(page.locator('.tiptap')).toBeFocused();
  await expect(warning(page)).toHaveCount(0);
});

test('of words without confidence none is doubtful, and the review says why', async () => {
  const page = await editor.open();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const panel = page.locator('[data-panel=review]');
  await panel.getByText('doesn’t report how sure it is').waitFor();
  await panel.getByRole('button', { name: 'Start review' }).click();
  await panel.getByText('Nothing to review.').waitFor();
  await panel.getByText('doesn’t report how sure it is').waitFor();
  await expect(panel.getByRole('checkbox', { name: /^Long silences/ })).toHaveCount(1);
  await expect(panel.getByRole('checkbox')).toHaveCount(1);
  await expect(panel.getByRole('slider')).toHaveCount(0);
  await checkPage(page, { within: '[data-panel]' });
});

test('a transcript by PocketSphinx says how good its words are until that is dismissed in this browser', async () => {
  const page = await openEditorTab(await ownerContext(editor.browser, pocketsphinx), pocketsphinx.url);
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

test('speech that was not understood is announced, listed and gone through by keyboard, by guests too', async () => {
  const made = await makeSharedTranscript(editor.longhand, { words: 120, monologues: 3 });
  const [times] = await editor.longhand.sql<Array<{ pauseMs: number; endMs: number }>>`
    select (words -> 49 ->> 'endMs')::int as "pauseMs", (words -> -1 ->> 'endMs')::int as "endMs"
    from machine_transcripts where job_id = ${made.jobId}`;
  const { pauseMs = 0, endMs = 0 } = times ?? {};
  const notUnderstood = [
    { startMs: pauseMs + 100, endMs: pauseMs + 800 },
    { startMs: endMs + 500, endMs: endMs + 9500 },
  ];
  await record(made, makeRecord({ engine: 'sherpa', notes: ['speech-not-understood'], notUnderstood }));
  const page = await openEditorTab(await ownerContext(editor.browser, made), made.url);
  const notice = page.getByText('2 passages with speech weren’t understood');
  await notice.waitFor();
  const marks = page.locator('.tiptap').getByRole('button', { name: 'of speech not understood' });
  await expect(marks).toHaveCount(2);
  await expect(marks.last()).toHaveText('9 s not understood');
  await checkPage(page);
  await keepPicture(page, 'missed-speech-notice');
  await page.getByRole('button', { name: 'Start review' }).focus();
  await page.keyboard.press('Enter');
  await notice.waitFor({ state: 'detached' });
  const panel = page.locator('[data-panel=review]');
  await panel.locator('section').getByText('1 second of speech not understood').waitFor();
  await panel.getByRole('button', { name: 'Recognize again…' }).click();
  const again = page.getByRole('dialog', { name: 'Recognize passage again' });
  await again.getByText(/, 0:\d\d–0:\d\d$/).waitFor();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await again.waitFor({ state: 'detached' });
  await panel.getByRole('checkbox', { name: /^Uncertain words/ }).uncheck();
  const latest = panel.getByRole('button', { name: '9 seconds of speech not understood' });
  await latest.waitFor();
  await panel.getByRole('checkbox', { name: 'Speech not understood (2 left)' }).waitFor();
  await latest.focus();
  await page.keyboard.press('Enter');
  await panel.locator('section').getByText('9 seconds of speech not understood').waitFor();
  await checkPage(page, { within: '[data-panel]' });
  await keepPicture(page, 'missed-speech-review');
  await panel.getByRole('button', { name: 'Accept', exact: true }).focus();
  await page.keyboard.press('Enter');
  await panel.getByRole('checkbox', { name: 'Speech not understood (1 left)' }).waitFor();
  await expect(marks).toHaveText(['1 s not understood']);
  await page.reload();
  await editable(page);
  await expect(notice).toHaveCount(0);
  await expect(marks).toHaveText(['1 s not understood']);
  await openRecord(page);
  await dialog(page).getByText('2 passages with speech weren’t understood: 1 s at 0:').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await marks.click();
  await panel.locator('section').getByText('1 second of speech not understood').waitFor();
  await expect(page.locator('.tiptap')).toBeFocused();
  await page.keyboard.type(' indeed');
  await panel.getByRole('checkbox', { name: 'Speech not understood (0 left)' }).waitFor();
  const paragraphLeft = page.evaluate(
    (typed) =>
      new Promise<boolean>((resolve) => {
        const text = document.querySelector('.tiptap');
        const watch = new MutationObserver(() => {
          if (text?.querySelector('.passage-mark')) return;
          const { anchorNode } = getSelection() ?? {};
          resolve(!anchorNode?.parentElement?.closest('p')?.textContent.includes(typed));
        });
        if (text) watch.observe(text, { childList: true, subtree: true });
      }),
    ' indeed ',
  );
  await stands(page, 'saved');
  await page.keyboard.press('Control+Home');
  await expect(marks).toHaveCount(0);
  assert.equal(await paragraphLeft, true, 'no line moves under the caret');
  await expect(page.locator('.tiptap [data-monologue] p').nth(1)).toContainText(' indeed ');

  const guest = await editor.guest.newPage();
  await guest.setViewportSize({ width: 360, height: 740 });
  await guest.goto(made.sharedUrl);
  await transcriptShown(guest);
  await guest.getByText('2 passages with speech weren’t understood').waitFor();
  await checkPage(guest);
  await keepPicture(guest, 'missed-speech-phone');
  await guest.close();
});

test('speech that may be in another language is announced, marked in the text and gone through, by guests too', async () => {
  const made = await makeSharedTranscript(editor.longhand, { words: 120, monologues: 3 });
  const [bounds] = await editor.longhand.sql<Array<{ startMs: number; endMs: number }>>`
    select (words -> 30 ->> 'startMs')::int as "startMs", (words -> 50 ->> 'startMs')::int as "endMs"
    from machine_transcripts where job_id = ${made.jobId}`;
  const languageDoubtful = bounds === undefined ? [] : [bounds];
  await record(
    made,
    makeRecord({
      ...{ engine: 'sherpa', notes: ['language-doubtful'], languageDoubtful },
      options: { language: 'de', speakers: 'off', vocabulary: 0 },
    }),
  );
  const page = await openEditorTab(await ownerContext(editor.browser, made), made.url);
  const notice = page.getByText('1 passage may be in another language');
  await notice.waitFor();
  const mark = page.locator('.tiptap').getByRole('button', { name: 'possibly another language' });
  await expect(mark).toHaveText('Another language?');
  await expect(mark).toHaveAttribute('title', /doesn’t seem to be in the language of the transcript/);
  await expect(page.locator('.tiptap .passage-words').first()).toBeVisible();
  await checkPage(page);
  await keepPicture(page, 'other-language-notice');
  await mark.click();
  await notice.waitFor();
  const panel = page.locator('[data-panel=review]');
  const card = panel.locator('section');
  await card.getByText(/^\d+ seconds, possibly another language$/).waitFor();
  // The kind is shown only once.
  await expect(card.getByText('possibly another language')).toHaveCount(1);
  await checkPage(page, { within: '[data-panel]' });
  await keepPicture(page, 'other-language-review');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await notice.waitFor({ state: 'detached' });
  await panel.getByRole('checkbox', { name: 'Possibly another language (1 left)' }).waitFor();

  const guest = await editor.guest.newPage();
  await guest.setViewportSize({ width: 360, height: 740 });
  await guest.goto(made.sharedUrl);
  await transcriptShown(guest);
  await guest.getByText('1 passage may be in another language').waitFor();
  await expect(
    guest.locator('.tiptap').getByRole('button', { name: 'possibly another language' }),
  ).toHaveCount(1);
  await checkPage(guest);
  await guest.close();

  await panel.getByRole('button', { name: 'Accept', exact: true }).focus();
  await page.keyboard.press('Enter');
  await panel.getByRole('checkbox', { name: 'Possibly another language (0 left)' }).waitFor();
  await expect(mark).toHaveCount(0);
  await expect(page.locator('.tiptap .passage-words')).toHaveCount(0);
  await openRecord(page);
  await dialog(page).getByText('English (German requested)').waitFor();
  await dialog(page).getByText('Parts of this recording don’t seem to be in German.').waitFor();
});

test('tracks that may have speech and were left out are announced to the owner, with all tracks in the record', async () => {
  const made = await makeSharedTranscript(editor.longhand, { words: 120, monologues: 3 });
  const tracks: RecognitionRecord['tracks'] = [
    { number: 1, language: 'de', channels: 6, used: true, center: true },
    { number: 2, language: 'en', channels: 2, used: false, leftOut: 'other-language' },
    { number: 3, title: 'Music', channels: 2, used: false, leftOut: 'no-speech' },
  ];
  await record(made, makeRecord({ engine: 'sherpa', tracks }));
  const page = await openEditorTab(await ownerContext(editor.browser, made), made.url);
  const notice = page.getByText('wasn’t transcribed: Track 2 (English, stereo).');
  await notice.waitFor();
  await checkPage(page);
  await keepPicture(page, 'left-out-tracks-notice');
  await page.getByRole('button', { name: 'How it was recognized' }).press('Enter');
  for (const text of [
    'Track 1 (German, 6 channels): transcribed from the center channel',
    'Track 2 (English, stereo): not transcribed, another language',
    'Track 3 (Music, stereo): not transcribed, no speech',
  ])
    await dialog(page).getByText(text).waitFor();
  await checkPage(page, { within: '[role=dialog]' });
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await notice.waitFor({ state: 'detached' });
  await page.reload();
  await editable(page);
  await expect(notice).toHaveCount(0);

  const guest = await editor.guest.newPage();
  await guest.goto(made.sharedUrl);
  await transcriptShown(guest);
  await expect(guest.getByText('wasn’t transcribed')).toHaveCount(0);
  await guest.close();
});

test('guests, and owners of jobs without a record, don’t see one', async () => {
  const guest = await editor.guest.newPage();
  await guest.goto(pocketsphinx.sharedUrl);
  await transcriptShown(guest);
  await expect(warning(guest)).toHaveCount(0);
  await hasNoRecord(guest);

  const old = await makeSharedTranscript(editor.longhand, { words: 120, monologues: 3 });
  const page = await openEditorTab(await ownerContext(editor.browser, old), old.url);
  await hasNoRecord(page);
  await expect(warning(page)).toHaveCount(0);
});

async function hasNoRecord(page: Page): Promise<void> {
  await more(page).click();
  await page.getByRole('menuitem', { name: 'Reading view' }).waitFor();
  await expect(page.getByRole('menuitem', { name: 'How it was recognized' })).toHaveCount(0);
}
