import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { handsOn, type Hands } from '#e2e/support/editor/by-tab';
import { announced, stands } from '#e2e/support/editor/editor';
import type { EditorClient } from '#e2e/support/editor/editor-client';
import { focusText } from '#e2e/support/editor/editor-text';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { readDownload } from '#e2e/support/read-download';
import { waitFor } from '#e2e/support/wait';

// Only with --all: goes through everything by Tab.

/* Everything besides typing, by keyboard alone. */

const editor = useEditor({ words: 240, monologues: 8 });
let page: Page;
let hands: Hands;
const back = { by: 'Shift+Tab' } as const;

/** Starts with the caret at the beginning of the text, and no panel open. */
beforeEach(async () => {
  const open = await editor.open();
  if (open !== page) {
    page = open;
    await editor.owner.grantPermissions(['clipboard-read', 'clipboard-write']);
    hands = await handsOn(page);
    return hands.intoText();
  }
  const panels = page.getByRole('complementary');
  if ((await panels.count()) > 0) await hands.press('Escape');
  await panels.waitFor({ state: 'detached' });
  await focusText(page);
  await hands.press('Control+Home');
});

const panel = (title: string) => page.getByRole('complementary', { name: title });
const clipboard = (type: string) =>
  page.evaluate(async (type) => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType(type))?.text();
  }, type);

const firstSpeaker = (name: string) =>
  page
    .locator("[data-role='speaker']")
    .first()
    .and(page.getByText(name, { exact: true }))
    .waitFor();

const has = (stops: string[], ...wanted: string[]) =>
  assert.deepEqual(
    wanted.filter((name) => !stops.includes(name)),
    [],
    stops.join(', '),
  );

test('a transcript is exported in a chosen format, with and without times and speakers, and copied', async () => {
  await hands.type('Typedfirst ');
  await hands.press('Control+Shift+KeyE');
  await hands.isOn('heading', 'Export');
  await panel('Export').getByLabel('Version').waitFor();
  has(await hands.walk('[data-panel]'), 'combobox “Version”', 'button “Close”');

  const download = async () => {
    const coming = page.waitForEvent('download');
    await hands.tabTo('button', 'Download');
    await hands.press('Enter');
    const bytes = await readDownload(await coming);
    await panel('Export').getByText('downloaded.').waitFor();
    await hands.isOn('button', 'Download');
    return bytes;
  };
  await hands.tabTo('combobox', 'Format', back);
  await hands.select('Plain text');
  await hands.press('Tab');
  await hands.press('Tab');
  await hands.press('Enter');
  for (const part of ['Speaker names', 'Times']) {
    await hands.tabTo('combobox', part);
    await hands.select('None');
  }
  assert.match((await download()).toString(), /^Typedfirst \w+ /);
  await hands.tabTo('combobox', 'Format', back);
  await hands.select('Word with tracked changes');
  const xml = strFromU8(unzipSync(await download())['word/document.xml'] ?? new Uint8Array());
  assert.match(xml, /<w:ins [^>]*>(?:(?!<\/w:ins>).)*Typedfirst/s);

  await hands.tabTo('button', 'Copy formatted text');
  await hands.press('Enter');
  await panel('Export').getByText('Copied').waitFor();
  assert.match((await clipboard('text/html')) ?? '', /Typedfirst/);
  await hands.press('Escape');
  await hands.isOn('textbox', /^Transcript of/);
});

test('a link is made with a name, a permission and an expiry, copied, changed and revoked', async () => {
  await hands.press('Control+Shift+KeyL');
  await hands.isOn('heading', 'Share');
  await hands.tabTo('button', 'New link');
  await hands.press('Enter');
  await hands.isOn('textbox', 'Label');
  await hands.type('Reader');
  has(await hands.walk('form'), 'combobox “Expires”', 'button “Create link”', 'button “Cancel”');
  await hands.press('Enter');
  await hands.isOn('button', 'New link');

  await hands.press('Enter');
  await hands.isOn('textbox', 'Label');
  await hands.type('Reader');
  await hands.tabTo('radio', 'Can view');
  await hands.press('ArrowDown');
  await hands.isOn('radio', 'Can edit');
  await hands.press('ArrowUp');
  await hands.isOn('radio', 'Can view');
  await hands.tabTo('combobox', 'Expires');
  await hands.select('Custom date…');
  await hands.press('Tab');
  await hands.type('12312037');
  await hands.tabTo('button', 'Create link');
  await hands.press('Enter');
  await hands.isOn('heading', 'Link created');
  const url = await panel('Share').locator('#made-link').innerText();
  await hands.tabTo('button', 'Copy link');
  await hands.press('Enter');
  await waitFor(
    'the link on the clipboard',
    async () => (await clipboard('text/plain')) === url || undefined,
  );
  await hands.tabTo('button', 'Done');
  await hands.press('Enter');
  await hands.isOn('button', 'New link');
  const link = async () => {
    const [row] = await editor.longhand.sql`
      select permission, expires_at, revoked_at from share_links
      where job_id = ${editor.made.jobId} and name = 'Reader'`;
    return row;
  };
  const first = await link();
  assert.equal(first?.['permission'], 'view');
  assert.match(String(first?.['expires_at']?.toISOString()), /^203[78]-/);

  await page.getByRole('button', { name: 'Revoke “Reader”' }).waitFor();
  has(await hands.walk('[data-panel]'), 'button “Revoke “Reader””');
  await hands.tabTo('combobox', 'Access for “Reader”', back);
  await hands.press('ArrowDown');
  await announced(page, '“Reader”: Can edit');
  await hands.isOn('combobox', 'Access for “Reader”');
  assert.equal((await link())?.['permission'], 'edit');

  await hands.tabTo('button', 'Revoke “Reader”');
  await hands.press('Enter');
  await hands.isOn('button', 'Cancel');
  has(await hands.walk('[role=dialog]'), 'button “Revoke”', 'button “Close”');
  await hands.press('Escape');
  await hands.isOn('button', 'Revoke “Reader”');
  await hands.press('Enter');
  await hands.isOn('button', 'Cancel');
  await hands.tabTo('button', 'Revoke');
  await hands.press('Enter');
  await announced(page, '“Reader” revoked');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await hands.keepsFocus();
  assert.equal((await page.request.get(url)).status(), 404);
});

test('a version is named, opened, compared with another, and restored after a question', async () => {
  await hands.type('Typedhere ');
  await stands(page, 'saved');
  const revisions = async () =>
    (
      (await (await editor.client.ask('revisions')).json()) as {
        revisions: Array<{ number: number; name?: string }>;
      }
    ).revisions;
  const number = (await revisions())[0]?.number ?? 0;
  await hands.press('Control+Shift+KeyH');
  await hands.isOn('heading', 'History');
  await panel('History').locator('[data-revision="0"]').waitFor();
  has(await hands.walk('[data-panel]'), 'button “Compare versions”', `button “Name version ${number}”`);
  await hands.tabTo('button', `Name version ${number}`, back);
  await hands.press('Enter');
  await hands.isOn('textbox', 'Version name');
  await hands.type('Draft');
  await hands.press('Enter');
  await hands.isOn('button', `Name version ${number}`);
  assert.equal((await revisions())[0]?.name, 'Draft');
  await hands.tabTo('button', /^Original transcript/);
  await hands.press('Enter');
  await hands.isOn('heading', 'Original transcript');
  const past = page.locator('main').filter({ has: page.getByRole('button', { name: 'Back to transcript' }) });
  has(
    await hands.walk('main:not([inert])'),
    'button “Restore”',
    'button “Compare”',
    'button “Back to transcript”',
  );
  await hands.tabTo('button', 'Compare', back);
  await hands.press('Enter');
  await hands.isOn('heading', 'Changes');
  const counts = past.getByRole('status');
  await counts.getByText('inserted').waitFor();
  const counted = await counts.innerText();
  await hands.tabTo('combobox', 'From');
  // The list of versions loads separately from the compared versions.
  await past.getByRole('combobox', { name: 'From' }).locator('option').nth(1).waitFor({ state: 'attached' });
  await hands.press('ArrowUp');
  await waitFor(
    'another comparison',
    async () => !['', counted].includes(await counts.innerText()) || undefined,
  );
  await hands.press('ArrowDown');
  await counts.getByText(counted, { exact: true }).waitFor();
  await hands.isOn('combobox', 'From');
  await hands.tabTo('button', /^Show \d+ unchanged/);
  await hands.press('Enter');
  await hands.keepsFocus();
  await hands.tabTo('checkbox', 'Changes only', back);
  await hands.press('Space');
  await waitFor('all monologues', async () => (await past.locator('section').count()) === 8 || undefined);
  await hands.tabTo('button', 'Next change');
  await hands.press('Enter');
  await expect(page.locator(':focus')).toHaveText(/Typed/);
  await hands.tabTo('combobox', 'To', back);
  await hands.select('Original');
  await past.getByText('No differences').waitFor();
  await hands.tabTo('button', 'Back to transcript');
  await hands.press('Enter');
  await hands.isOn('button', /^Original transcript/);

  await hands.press('Enter');
  await hands.isOn('heading', 'Original transcript');
  await hands.tabTo('button', 'Restore');
  await hands.press('Enter');
  await hands.isOn('button', 'Cancel');
  await hands.press('Enter');
  await hands.isOn('button', 'Restore');
  await hands.press('Enter');
  await hands.isOn('button', 'Cancel');
  await hands.tabTo('button', 'Restore version');
  await hands.press('Enter');
  await past.waitFor({ state: 'detached' });
  await hands.isOn('button', /^Original transcript/);
  assert.equal((await revisions())[0]?.number, number + 1);
  const machine = (await (await editor.client.ask('revisions/0')).json()) as Awaited<
    ReturnType<EditorClient['read']>
  >;
  assert.deepEqual((await editor.client.read()).monologues, machine.monologues);
});

test('doubtful places that are alike are accepted together', async () => {
  await hands.press('Alt+Shift+KeyR');
  const alike = panel('Review').getByRole('button', { name: /^Accept all \d+ / });
  for (let place = 1; place < 20; place++) {
    await panel('Review')
      .getByText(new RegExp(`^${place} of \\d+ \\d`))
      .waitFor();
    if ((await alike.count()) > 0) break;
    await hands.press('Alt+KeyN');
  }
  await hands.press('F6');
  await hands.tabTo('button', /^Accept all \d+ /);
  await hands.press('Enter');
  await panel('Review')
    .getByText(/^[2-9] of \d+ \d/)
    .waitFor();
  await hands.keepsFocus();
});

test('a speaker is added for a monologue, colored, merged and removed', async () => {
  await hands.press('Alt+KeyS');
  await hands.choose('New speaker…');
  await hands.isOn('textbox', 'New speaker');
  await hands.type('Ada');
  await hands.tabTo('button', 'Add and assign');
  await hands.press('Enter');
  await hands.isOn('textbox', /^Transcript of/);
  await firstSpeaker('Ada');

  await hands.command('Speakers…');
  await hands.isOn('textbox', 'New speaker');
  has(await hands.walk('[role=dialog]'), 'textbox “Name of Ada”', 'button “Add”');
  await hands.tabTo('button', 'Color of Ada', back);
  await hands.press('Enter');
  await hands.choose('Olive');
  await hands.isOn('button', 'Color of Ada');
  await hands.tabTo('button', 'Merge Ada into another speaker');
  await hands.press('Enter');
  await hands.choose('Speaker 2');
  await firstSpeaker('Speaker 2');
  await hands.keepsFocus();
  await hands.press('Escape');
  await hands.isOn('textbox', /^Transcript of/);
  await stands(page, 'saved');
  const { speakers, monologues } = await editor.client.read();
  assert.deepEqual(
    speakers.map(({ name }) => name),
    ['Speaker 1', 'Speaker 2', 'Speaker 3'],
  );
  assert.equal(monologues[0]?.speaker, 1);
});

test('the earlier versions of a long history are asked for, and the focus is on the last ones', async () => {
  const { sql } = editor.longhand;
  await sql.begin(async (tx) => {
    const [row] = await tx<Array<{ was: number }>>`
      update jobs set latest_revision = latest_revision + 101 where id = ${editor.made.jobId}
      returning latest_revision - 101 as was`;
    await tx`
      insert into revisions (job_id, number, author_kind, author_name, monologues_changed, speakers)
      select job_id, number + more, author_kind, author_name, 0, speakers
      from revisions, generate_series(1, 101) more where job_id = ${editor.made.jobId} and number = ${row?.was ?? 0}`;
  });
  await hands.press('Control+Shift+KeyH');
  await hands.isOn('heading', 'History');
  await hands.tabTo('button', 'Show older versions', { maxPresses: 150 });
  await hands.press('Enter');
  await hands.isOn('list', /^Original transcript/);
});
