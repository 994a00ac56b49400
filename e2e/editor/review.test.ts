import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { allImpacts, colorRules, findings } from '#e2e/support/accessibility';
import { openEditor } from '#e2e/support/editor/editor';
import { holdTimers, releaseTimers } from '#e2e/support/editor/held-timers';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { beatPairs, readSound, recordSound, soundDid, soundIsReady } from '#e2e/support/editor/sound';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';
import { keepPicture } from '#e2e/support/keep-picture';
import { isDrawn } from '#e2e/support/look-at-page';
import { waitFor } from '#e2e/support/wait';

// Only with --all: listens to a minute of sound.

/* The review of uncertain passages, in words that are spoken twice with six silent seconds between. */

const once = machineWords(70);
const later = (once.at(-1)?.endMs ?? 0) + 6200;
const words = [
  ...once,
  ...once.map((word) => ({ ...word, startMs: word.startMs + later, endMs: word.endMs + later })),
];

const editor = useEditor({ words, monologues: 2, recording: 'audio' });
const asked: string[] = [];
let page: Page;

beforeEach(async () => {
  if (asked.length === 0) editor.owner.on('request', (request) => asked.push(request.url()));
  page = await editor.open();
  await page.setViewportSize({ width: 1280, height: 800 });
});

const panel = (on = page) => on.locator('[data-panel=review]');
const meter = async (on = page): Promise<[number, number]> => {
  const said = (await panel(on).locator('#review-meter').textContent()) ?? '';
  const [, reviewed, total] = /^(\d+) of (\d+) /.exec(said) ?? [];
  return [Number(reviewed), Number(total)];
};
const reviewed = (count: number, on = page) =>
  waitFor(`${count} to be reviewed`, async () => ((await meter(on))[0] === count ? true : undefined));
const painted = (on = page): Promise<{ others: number; now: string[] }> =>
  on.evaluate(() => {
    const highlights = CSS.highlights as unknown as Map<string, Set<AbstractRange>>;
    return {
      others: highlights.get('low-confidence')?.size ?? 0,
      now: [...(highlights.get('low-confidence-current') ?? [])].map(String),
    };
  });
const selected = (on = page): Promise<string> => on.evaluate(() => String(getSelection()));
const text = (on = page): Promise<string> => on.locator('.tiptap').innerText();

const open = (): Promise<void> => openEditor(page, editor.made.url);
const storedReview = async () => {
  const answer = await editor.client.ask('review');
  return (await answer.json()) as { words: Array<[number, number]> };
};

const endReview = async (): Promise<void> => {
  await page.keyboard.press('Alt+Shift+KeyR');
  await panel().getByRole('button', { name: 'Start review' }).waitFor();
};

async function startByKey(on = page): Promise<void> {
  await on
    .locator('.tiptap p')
    .first()
    .click({ position: { x: 2, y: 6 } });
  await on.keyboard.press('Alt+Shift+KeyR');
  await panel(on)
    .getByText(/^\d+ of \d+ \d/)
    .waitFor();
}

test('nothing is colored and nothing is asked until someone asks for it', async () => {
  assert.notEqual(asked.length, 0);
  assert.deepEqual(await painted(), { others: 0, now: [] });
  assert.equal(asked.filter((url) => url.endsWith('/review')).length, 0);
  await startByKey();
  // Visible passages are painted in the next frame.
  const { now } = await waitFor('the places in sight to be underlined', async () => {
    const places = await painted();
    return places.others > 3 && places.now.length === 1 ? places : undefined;
  });
  assert.equal(await selected(), now[0]);
  await expect(panel().getByText('0 of')).toHaveCount(1);
  await endReview();
  assert.deepEqual(await painted(), { others: 0, now: [] });
});

test('the sound of the place plays over and over, and nothing else', async () => {
  await soundIsReady(page);
  await startByKey();
  // The first passage is already looping.
  await page.evaluate(() => document.querySelector('video')?.pause());
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await recordSound(page);
  await page.keyboard.press('Alt+KeyN');
  const said = (await selected()).split(' ').length;
  const [{ to: start } = assert.fail()] = await soundDid(page, 'go');
  const first = words.findIndex(({ startMs }) => startMs === Math.round(start * 1000) + 1000);
  const end = ((words[first + said - 1] ?? assert.fail()).endMs + 1000) / 1000;
  const rounds = await waitFor('two rounds', async () => {
    const gone = await soundDid(page, 'go');
    return gone.filter(({ at }) => at >= end).length >= 2 ? gone : undefined;
  });
  for (const { to } of rounds) assert.equal(to, start);
  const all = await readSound(page);
  const pairs = beatPairs(all.slice(all.findIndex(({ did }) => did === 'go')));
  assert.notEqual(pairs.length, 0);
  for (const [before, after] of pairs) {
    assert(after.at >= start, `at ${after.at}, before ${start}`);
    assert(before.at < end, `on at ${after.at}, long after ${end}`);
  }
  await endReview();
  assert.equal(await page.evaluate(() => document.querySelector('video')?.paused), true);
});

test('a key accepts and moves on, another undoes; the count is saved', async () => {
  await startByKey();
  const before = await selected();
  await page.keyboard.press('Alt+Enter');
  await reviewed(1);
  assert.notEqual(await selected(), before);
  await page.keyboard.press('Alt+Shift+Enter');
  await reviewed(0);
  assert.equal(await selected(), before);
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.press('Alt+Enter');
  await reviewed(2);
  await waitFor('the server to have it', async () => (await storedReview()).words.length > 0 || undefined);
  await open();
  await startByKey();
  await reviewed(2);
  await expect(page.locator('[aria-live=polite]').getByText(/\d+ of \d+, “.*”, \d+% confidence/)).toHaveCount(
    1,
  );
});

test('what is typed replaces the words and counts; the same is replaced everywhere and comes back by one undo', async () => {
  await page.keyboard.press('Alt+KeyN');
  const everywhere = panel().getByRole('button', { name: /^Accept all 2/ });
  for (let i = 0; i < 12 && (await everywhere.count()) === 0; i++) await page.keyboard.press('Alt+KeyN');
  const [done] = await meter();
  const heard = await selected();
  await page.keyboard.type('carnations');
  await reviewed(done + 1);
  const corrected = await text();
  assert.equal(corrected.split('carnations').length, 2);
  await panel()
    .getByRole('button', { name: `Replace 1 more “${heard}” with “carnations”` })
    .waitFor();
  await page.keyboard.press('Alt+Shift+KeyE');
  await reviewed(done + 2);
  assert.equal((await text()).split('carnations').length, 3);
  await page.keyboard.press('Control+Z');
  await reviewed(done + 1);
  assert.equal(await text(), corrected);
  await endReview();
});

test('a correction counts for the key right after it, which replaces the same everywhere or moves on', async () => {
  await startByKey();
  const everywhere = panel().getByRole('button', { name: /^Accept all 2/ });
  for (let i = 0; i < 12 && (await everywhere.count()) === 0; i++) await page.keyboard.press('Alt+KeyN');
  const [done] = await meter();
  const undo = panel().getByRole('button', { name: 'Undo' });
  await holdTimers(page);
  await page.keyboard.type('gladioli');
  await page.keyboard.press('Alt+Shift+KeyE');
  assert.equal((await text()).split('gladioli').length, 3);
  await reviewed(done + 2);
  await page.keyboard.press('Alt+KeyN');
  const heard = await selected();
  await page.keyboard.type('hyacinths');
  await page.keyboard.press('Alt+Enter');
  await releaseTimers(page);
  await reviewed(done + 3);
  assert.notEqual(await selected(), heard);
  // Nothing was accepted.
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  await endReview();
});

test('places of one kind only; a long silence is one', async () => {
  await startByKey();
  const others = [/^Uncertain words/, /^Rare words/].map((kind) => panel().getByLabel(kind));
  for (const kind of others) await kind.uncheck();
  await panel().getByText('0 of 1 passage reviewed (0%)').waitFor();
  await panel().getByRole('button', { name: 'Next', exact: true }).click();
  await panel()
    .getByText(/^Silence of [67] seconds/)
    .first()
    .waitFor();
  await panel().getByRole('button', { name: 'Accept', exact: true }).click();
  await panel().getByText('1 of 1 passage reviewed (100%)').waitFor();
  await panel().getByText('All passages reviewed.').waitFor();
  for (const kind of others) await kind.check();
  await endReview();
});

test('what can’t be sent is stored on the device and sent later', async () => {
  await startByKey();
  const [done] = await meter();
  await page.route('**/review', (route) => route.abort());
  await page.keyboard.press('Alt+Enter');
  await panel().getByText('Not synced yet').waitFor();
  await reviewed(done + 1);
  await page.unroute('**/review');
  await open();
  await startByKey();
  await reviewed(done + 1);
  await panel().getByText('Not synced yet').waitFor({ state: 'hidden' });
});

test("a guest who may edit sees what others have reviewed; one who may only view can't accept", async () => {
  const { longhand, made } = editor;
  const token = made.sharedUrl.split('/').at(-1);
  const mayOnly = (permission: string) =>
    longhand.sql`update share_links set permission = ${permission} where id = ${made.shareId}`;
  await mayOnly('edit');
  const guest = await editor.openAsGuest();
  await guest.setViewportSize({ width: 1280, height: 800 });
  const post = (body: unknown) =>
    guest.request.post(`${longhand.baseUrl}/editor/data/${token}/review`, { data: body });
  await startByKey(guest);
  const [seen] = await meter(guest);
  assert(seen > 2);
  const [mine] = await meter();
  await guest.keyboard.press('Alt+Enter');
  await reviewed(seen + 1, guest);
  await waitFor('the other to hear of it', async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    return (await meter())[0] === mine + 1 ? true : undefined;
  });

  assert.equal((await post({ accept: { words: [[0, 99999]] } })).status(), 400);
  assert.equal((await post({ accept: 'all' })).status(), 400);
  const both = await Promise.all([
    post({ accept: { words: [[0, 2]] } }),
    post({ accept: { words: [[2, 4]], pauses: [] }, withdraw: { words: [] } }),
  ]);
  assert.deepEqual(
    both.map((response) => response.status()),
    [200, 200],
  );
  const stored = await storedReview();
  assert(
    stored.words.some(([from, to]) => from === 0 && to >= 4),
    JSON.stringify(stored.words),
  );

  await mayOnly('view');
  await guest.reload();
  await guest.locator('.tiptap [data-monologue]').first().waitFor();
  await startByKey(guest);
  await expect(panel(guest).getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0);
  const [before] = await meter(guest);
  await guest.keyboard.press('Alt+Enter');
  assert.equal((await post({ accept: { words: [[0, 1]] } })).status(), 403);
  assert.equal((await meter(guest))[0], before);
  await guest.close();
  await endReview();
});

/** Waits until the passage is in view, above the panel. */
async function inSight(width: number): Promise<void> {
  const covered = width === 1280 ? 800 : ((await panel().boundingBox())?.y ?? 0);
  await page.waitForFunction((covered) => {
    const { top, bottom } = getSelection()?.getRangeAt(0).getBoundingClientRect() ?? {};
    const page = document.querySelector('main')?.getBoundingClientRect();
    return top !== undefined && bottom !== undefined && top >= (page?.top ?? 0) && bottom < covered;
  }, covered);
}

const frames = (count: number) =>
  page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
  }, count);

test('on a phone, from the reading view too, the place comes above the panel and stays there', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const isReading of [false, true]) {
    await page.locator('.tiptap p').first().click();
    await page.keyboard.press('ControlOrMeta+End');
    if (isReading) {
      await page.keyboard.press('ControlOrMeta+KeyE');
      await page.locator('[data-reading]').waitFor();
    }
    await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0));
    await page.keyboard.press('Alt+Shift+KeyR');
    await panel()
      .getByText(/^\d+ of \d+ \d/)
      .waitFor();
    // From the first passage to the last one.
    await page.keyboard.press('Alt+KeyP');
    await inSight(360);
    // Switching views adjusts the scroll position within 20 frames.
    await frames(24);
    await inSight(360);
    await endReview();
  }
});

test('it reads well on a laptop and a phone, light, dark and with forced colors', async () => {
  await startByKey();
  for (const [width, scheme, look] of [
    [1280, 'light', {}],
    [1280, 'dark', { rules: colorRules }],
    [360, 'dark', {}],
    [360, 'light', { rules: colorRules }],
  ] as const) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await isDrawn(page, scheme);
    await page.keyboard.press('Alt+KeyN');
    await page.evaluate(() => document.querySelector('video')?.pause());
    await inSight(width);
    await keepPicture(page, `review-${scheme}-${width}`);
    assert.deepEqual(await findings(page, { impacts: allImpacts, ...look }), []);
    assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await keepPicture(page, 'review-forced-360');
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
});

test('who goes on typing while a review begins stays where they are', async () => {
  await open();
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/review', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Alt+Shift+KeyR');
  await panel().getByRole('button', { name: 'End review' }).waitFor();
  await page.locator('.tiptap p').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' typed');
  answer();
  await page.getByText(/^Review started: /).waitFor({ state: 'attached' });
  await page.keyboard.type('on');
  assert.match(await text(), / typedon$/);
  await page.unroute('**/review');
});
