import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { toText as printed } from '#lib/transcript/edit';
import { freshContext } from '#e2e/support/browser';
import { openEditor, stands } from '#e2e/support/editor/editor';
import { focusText, getText } from '#e2e/support/editor/editor-text';
import { expect } from '#e2e/support/expect';
import { saying } from '#e2e/support/transcribed-job';
import { waitFor } from '#e2e/support/wait';
import { handsOn, type Hands } from '#e2e/support/editor/by-tab';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { getSound, soundWhere } from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';

/* Listening, reading, remapping keys, and joining as a guest, by keyboard alone. */

/** Words with evenly distributed confidence, from low to high. */
const words = machineWords(150).map((word, i) => ({ ...word, confidence: 0.2 + ((i * 37) % 100) / 125 }));
const editor = useEditor({ words, monologues: 5, recording: 'audio' });
let page: Page;
let hands: Hands;
const back = { by: 'Shift+Tab' } as const;

beforeEach(async () => {
  const opened = await editor.open();
  if (opened !== page) hands = await handsOn(opened);
  page = opened;
});

/** Focuses the text, with the caret at its beginning. */
async function begin(): Promise<void> {
  await focusText(page);
  await hands.press('Control+Home');
}

const has = (stops: string[], ...wanted: string[]) =>
  assert.deepEqual(
    wanted.filter((name) => !stops.includes(name)),
    [],
    stops.join(', '),
  );

/** Waits until the account's stored settings contain `part`. */
const saved = (part: string) =>
  waitFor('the settings to be saved', async () => {
    const [row] = await editor.longhand
      .sql`select editor_settings from accounts where id = ${editor.made.account.id}`;
    return JSON.stringify(row?.['editor_settings']).includes(part) || undefined;
  });

test('the sound is repeated, muted, made quieter and faster, and its settings are changed', async () => {
  await hands.intoText();
  await hands.tabTo('slider', 'Position in the recording');
  const stops = await hands.walk('[data-region=player]');
  has(stops, 'slider “Position in the recording”', 'combobox “Speed”', 'button “Volume”');

  await hands.tabTo('button', 'Repeat paragraph or selection', back);
  const loop = page.getByRole('button', { name: 'Repeat paragraph or selection' });
  for (const pressed of ['true', 'false']) {
    await hands.press('Enter');
    await waitFor('the loop', async () => (await loop.getAttribute('aria-pressed')) === pressed || undefined);
  }
  await hands.tabTo('combobox', 'Speed');
  await hands.select('1.5×');
  assert.equal((await getSound(page)).playbackRate, 1.5);
  await hands.tabTo('button', 'Volume');
  await hands.press('Enter');
  await hands.isOn('slider', 'Volume');
  await hands.tabTo('button', 'Mute', back);
  await hands.press('Enter');
  await hands.isOn('button', 'Unmute');
  const heard = () => page.evaluate(() => document.querySelector('video')?.muted === false);
  assert.equal(await heard(), false);
  await hands.tabTo('slider', 'Volume');
  await hands.press('End', 'ArrowLeft', 'ArrowLeft');
  assert.equal(await heard(), true);
  assert.equal(await page.evaluate(() => document.querySelector('video')?.volume.toFixed(2)), '0.90');
  await saved('"volume":0.9');
  await hands.press('Escape');
  await hands.isOn('button', 'Volume');

  await hands.tabTo('button', 'More', back);
  await hands.press('Enter');
  await hands.choose(/^Settings/);
  await hands.isOn('heading', 'Settings');
  await hands.tabTo('spinbutton', 'Skip by (seconds)');
  await hands.press('ControlOrMeta+a');
  await hands.type('10');
  await hands.tabTo('spinbutton', 'Rewind on resume (seconds)');
  await hands.tabTo('checkbox', 'Follow playback');
  await hands.press('Space');
  await saved('"follow":false');
  await hands.press('Escape');
  await hands.isOn('button', 'More');
  await page.getByRole('button', { name: 'Forward 10 seconds' }).waitFor();
  assert.equal((await getSound(page)).isPlaying, false);
});

test('uncertain passages are filtered, stepped through, accepted and undone in the panel', async () => {
  await begin();
  await hands.press('Alt+Shift+KeyR');
  const panel = () => page.getByRole('complementary', { name: 'Review' });
  const meter = async (): Promise<number[]> => {
    const text = (await panel().locator('#review-meter').textContent()) ?? '';
    return [...text.matchAll(/\d+/g)].slice(0, 2).map(Number);
  };
  const until = (what: string, holds: (reviewed: number, all: number) => boolean) =>
    waitFor(what, async () => holds(...((await meter()) as [number, number])) || undefined);
  await panel()
    .getByText(/^1 of \d+ \d/)
    .waitFor();
  await hands.keepsFocus();
  const [, all = 0] = await meter();
  await hands.tabTo('button', 'Close');
  const stops = await hands.walk('[data-panel]');
  has(stops, 'button “Next”', 'button “Accept”', 'slider “Words to review”', 'button “End review”');

  await hands.tabTo('slider', 'Words to review', back);
  await hands.press('Home');
  await until('few places', (_, now) => now < all);
  const [, few = 0] = await meter();
  await hands.press('End');
  await until('more places', (_, now) => now > few);
  const [, largest = 0] = await meter();
  await hands.tabTo('checkbox', /^Uncertain words/, back);
  await hands.press('Space');
  await until('fewer places', (_, now) => now < largest);
  await hands.press('Space');
  await until('all again', (_, now) => now === largest);

  await hands.tabTo('button', 'Next', back);
  await hands.press('Enter');
  await panel()
    .getByText(/^\d+ of \d+ \d/)
    .waitFor();
  await hands.isOn('button', 'Next');
  await hands.tabTo('button', 'Accept');
  await hands.press('Enter');
  await until('one reviewed', (reviewed) => reviewed === 1);
  await hands.isOn('button', 'Accept');
  await hands.tabTo('button', 'Undo');
  await hands.press('Enter');
  await until('none reviewed', (reviewed) => reviewed === 0);
  await hands.keepsFocus();
  await hands.tabTo('button', 'End review');
  await hands.press('Enter');
  await hands.isOn('button', 'Start review');
  await hands.press('Escape');
  await hands.isOn('textbox', /^Transcript of/);
});

test('the transcript is read and played from there in the reading view', async () => {
  await begin();
  await hands.tabTo('button', 'More', back);
  await hands.press('Enter');
  await hands.choose(/^Reading view/);
  await page.locator('[data-reading] article').first().waitFor();
  await hands.isOn('button', 'More');
  await hands.tabTo('button', 'Play from 0 seconds');
  await hands.press('Enter');
  await soundWhere(page, 'the sound to move on', ({ at, isPlaying }) => isPlaying && at > 0.2);
  await hands.press('Alt+KeyK');
  await soundWhere(page, 'rest', ({ isPlaying }) => !isPlaying);
  await hands.command('Reading view');
  await page.locator('[data-reading]').waitFor({ state: 'detached' });
  await hands.isOn('textbox', /^Transcript of/);
});

test('a command gets another key in the list of shortcuts, which works, and is reset', async () => {
  await begin();
  await hands.press('Control+Slash');
  await hands.isOn('heading', 'Shortcuts');
  await page.getByLabel('Preset').waitFor();
  has(await hands.walk('[data-panel]'), 'combobox “Preset”', 'button “Edit shortcuts”');
  await hands.tabTo('combobox', 'Preset', back);
  await hands.select('Function keys');
  await saved('function-keys');
  await hands.select('Longhand');
  await hands.tabTo('button', 'Edit shortcuts');
  await hands.press('Enter');
  await hands.isOn('button', 'Done');
  await hands.tabTo('button', 'Add a shortcut for “Skip back”');
  await hands.press('Enter');
  await hands.isOn('button', 'Press a shortcut…');
  await hands.press('Control+Comma');
  await hands.isOn('button', 'Reassign Ctrl+,');
  await hands.tabTo('button', 'Cancel');
  await hands.press('Enter');
  await hands.isOn('button', 'Add a shortcut for “Skip back”');
  await hands.tabTo('button', 'Add a shortcut for “Skip forward”');
  await hands.press('Enter');
  await hands.isOn('button', 'Press a shortcut…');
  await hands.press('F8');
  await hands.isOn('button', 'Use F8');
  await hands.press('Enter');
  await hands.isOn('button', 'Add a shortcut for “Skip forward”');
  await saved('F8');
  const { at } = await getSound(page);
  await hands.press('F8');
  await soundWhere(page, 'ten seconds on', (sound) => sound.at > at + 9);
  await hands.isOn('button', 'Add a shortcut for “Skip forward”');
  await hands.tabTo('button', 'Remove F8 from “Skip forward”', back);
  await hands.press('Enter');
  await hands.isOn('button', 'Add a shortcut for “Skip forward”');
  await hands.tabTo('button', 'Reset all shortcuts', back);
  await hands.press('Enter');
  await hands.isOn('button', 'Done');
  await hands.press('Escape');
  await hands.isOn('textbox', /^Transcript of/);
});

test('the settings are changed in their panel', async () => {
  await begin();
  await hands.press('Control+Comma');
  await hands.isOn('heading', 'Settings');
  has(await hands.walk('[data-panel]'), 'combobox “Text size”', 'checkbox “Check spelling”');
  await hands.tabTo('combobox', 'Text size', back);
  await hands.select('Large');
  await saved('"textSize":1.25');
  await hands.tabTo('button', 'View and edit all shortcuts');
  await hands.press('Enter');
  await hands.isOn('heading', 'Shortcuts');
});

test('a guest gives a name; what could not be combined is dismissed, put back and used', async () => {
  const owner = editor.client;
  const guests = await freshContext(editor.browser);
  const guest = await guests.newPage();
  const its = await handsOn(guest);
  await openEditor(guest, editor.made.sharedUrl);
  await its.tabTo('textbox', 'Your name');
  await its.type('Zoë');
  await its.press('Enter');
  await its.isOn('button', 'Editing as Zoë. Change');
  await its.press('Enter');
  await its.isOn('textbox', 'Your name');
  await its.tabTo('button', 'Skip');
  await its.press('Enter');
  await its.isOn('button', 'Editing as Zoë. Change');
  await its.tabTo('textbox', /^Transcript of/);
  await its.press('Control+Home');
  await its.type('Guestword ');
  await stands(guest, 'saved');
  const { revisions } = (await (await owner.ask('revisions')).json()) as {
    revisions: Array<{ author: { name: string } }>;
  };
  assert.equal(revisions[0]?.author.name, 'Zoë');

  await guests.setOffline(true);
  await its.type('zoesword ');
  const now = await owner.read();
  const [first] = now.monologues;
  const put = [saying(first, printed(first?.content ?? []).replace('Guestword', 'Guestword ownersword'))];
  assert.equal((await owner.save(now.revision, { put })).status, 200);
  await guests.setOffline(false);
  const card = guest.locator('[data-conflict]');
  await card.waitFor();
  await its.tabTo('button', 'Dismiss', back);
  await its.press('Enter');
  await its.isOn('button', 'Undo');
  await expect(card).toHaveCount(0);
  await its.press('Enter');
  await card.waitFor();
  await its.keepsFocus();
  await its.tabTo('button', 'Keep mine');
  await its.press('Enter');
  await its.isOn('textbox', /^Transcript of/);
  await card.waitFor({ state: 'detached' });
  await stands(guest, 'saved');
  assert.match(await getText(guest, 'm0'), /zoesword/);
  await guests.close();
});
