import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, before, test } from 'node:test';
// oxlint-disable-next-line longhand/no-wall-clock -- pauses of people, networks and servers, timed by the seed
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import { useHarmedService } from '#e2e/support/services/use-harmed-service';
import type { Longhand } from '#e2e/support/start-longhand';
import { closePages, shareBrowser } from '#e2e/support/browser';
import {
  editable,
  guestContext,
  latestHas,
  makeSharedTranscript,
  openEditorTab,
  ownerContext,
  readText,
  stands,
} from '#e2e/support/editor/editor';
import { keptOnDevice, typeAtEnd } from '#e2e/support/editor/editor-text';
import { readSeed } from '#e2e/support/seed';
import { waitFor } from '#e2e/support/wait';

// Only with --all: kills the server while two people type.

/*
 * Two people edit one transcript while the server is killed, their networks are cut and their tabs are closed. At the
 * end, every word that was typed and not deleted is in the latest version, or shown for review.
 * LONGHAND_TEST_LOSS_ACTIONS sets the number of actions of each; LONGHAND_TEST_LOSS_SEED repeats a run's choices.
 */

const actions = Number(process.env['LONGHAND_TEST_LOSS_ACTIONS'] ?? 24);
const seed = readSeed('LONGHAND_TEST_LOSS_SEED');

let longhand: Longhand;
let browser: Browser;

before(async () => {
  ({ longhand } = await useHarmedService());
  browser = await shareBrowser();
});
after(closePages);

/** Generates numbers from 0 to 1 from a seed (mulberry32). */
function pickRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Actor {
  name: string;
  context: BrowserContext;
  url: string;
  page: Page;
  random: () => number;
  typed: string[];
  deleted: Set<string>;
  counts: Record<string, number>;
}

async function enter(name: string, context: BrowserContext, url: string, number: number): Promise<Actor> {
  const page = await openEditorTab(context, url);
  return {
    name,
    context,
    url,
    page,
    random: pickRandom(seed * 10 + number),
    typed: [],
    deleted: new Set(),
    counts: {},
  };
}

/**
 * Puts the caret after a space of a monologue, or at its beginning, each chosen by a number from 0 to 1. False if the
 * caret is elsewhere a moment later: a key would then have an unintended effect.
 */
function putCaret({ page }: Actor, where: number, at: number | 'beginning'): Promise<boolean> {
  return page.evaluate(
    async ([where, at]) => {
      const paragraphs = [...document.querySelectorAll<HTMLElement>('section[data-monologue] > p')];
      const paragraph = paragraphs[Math.floor(where * paragraphs.length)];
      const node = paragraph?.firstChild;
      if (paragraph === undefined) return false;
      paragraph.closest<HTMLElement>('[role=textbox]')?.focus();
      paragraph.scrollIntoView({ block: 'nearest' });
      const text = node instanceof Text ? node.data : '';
      const spaces = [...text.matchAll(/ /g)].map(({ index }) => index + 1);
      const chosen = at === 'beginning' ? 0 : (spaces[Math.floor(at * spaces.length)] ?? 0);
      getSelection()?.collapse(node instanceof Text ? node : paragraph, chosen);
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const now = getSelection()?.getRangeAt(0);
      if (now === undefined || !paragraph.contains(now.startContainer)) return false;
      range.setEnd(now.startContainer, now.startOffset);
      return range.toString() === text.slice(0, chosen);
    },
    [where, at] as const,
  );
}

async function type(actor: Actor): Promise<void> {
  const word = `${actor.name}${actor.typed.length}x${Math.floor(actor.random() * 1e6).toString(36)}`;
  if (!(await putCaret(actor, actor.random(), actor.random()))) return;
  actor.typed.push(word);
  await actor.page.keyboard.type(`${word} `, { delay: Math.floor(actor.random() * 30) });
}

async function deleteOwn(actor: Actor): Promise<void> {
  const word = actor.typed[Math.floor(actor.random() * actor.typed.length)];
  if (word === undefined) return;
  const isThere = await actor.page.evaluate((word) => {
    const walk = document.createTreeWalker(
      document.querySelector('[role=textbox]') ?? document,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
      const at = (node as Text).data.indexOf(word);
      if (at < 0) continue;
      document.querySelector<HTMLElement>('[role=textbox]')?.focus();
      getSelection()?.setBaseAndExtent(node, at, node, at + word.length);
      // In the same task, so that no concurrent change can move another word into the selection.
      document.execCommand('delete');
      return true;
    }
    return false;
  }, word);
  if (isThere) actor.deleted.add(word);
}

async function reopen(actor: Actor): Promise<void> {
  // The saving state is drawn in the next frame: earlier, it may refer to an older word.
  await actor.page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  // Typed text is soon stored on the device, however busy the machine is.
  await waitFor('the last word to be stored', async () => {
    const isSaved = (await actor.page.locator('[data-saving]').getAttribute('data-saving')) === 'saved';
    return isSaved || (await held(actor)).stored.includes(actor.typed.at(-1) ?? '') || undefined;
  });
  await actor.page.close();
  await actor.context.setOffline(false);
  actor.page = await actor.context.newPage();
  let opening: number | undefined;
  await waitFor('the editor to open again', async () => {
    // Requests that a killed server left unanswered are repeated only by opening the page again.
    if (opening !== starts) {
      opening = starts;
      const isThere = await Promise.race([actor.page.goto(actor.url).catch(() => null), untilStarted()]);
      if (isThere?.ok() !== true) opening = undefined;
    }
    return (await actor.page.locator('[role=textbox][contenteditable=true]').count()) > 0 || undefined;
  });
  await editable(actor.page);
}

async function cutNetwork(actor: Actor): Promise<void> {
  await actor.context.setOffline(true);
  for (let i = 0; i < 3; i++) await type(actor);
  await pause(actor.random() * 2000);
  await actor.context.setOffline(false);
}

const kinds: Array<[share: number, name: string, act: (actor: Actor) => Promise<void>]> = [
  [58, 'type', type],
  [
    8,
    'split',
    async (actor) => {
      if (await putCaret(actor, actor.random(), actor.random())) await actor.page.keyboard.press('Enter');
    },
  ],
  [
    8,
    'merge',
    async (actor) => {
      if (await putCaret(actor, actor.random(), 'beginning')) await actor.page.keyboard.press('Backspace');
    },
  ],
  [8, 'delete', deleteOwn],
  [
    5,
    'speaker',
    async (actor) => {
      await putCaret(actor, actor.random(), actor.random());
      await actor.page.keyboard.press(`Alt+Digit${1 + Math.floor(actor.random() * 3)}`);
    },
  ],
  [7, 'reopen', reopen],
  [6, 'cut', cutNetwork],
];

/** Starts of the server, and the actions of both people. */
let starts = 0;
const events = new EventEmitter().setMaxListeners(0);

/** Resolves when the server has started again: a page requested from the previous process may never load. */
const untilStarted = () => once(events, 'started').then(() => null);
let done = 0;

async function work(actor: Actor): Promise<void> {
  for (let i = 0; i < actions; i++) {
    let left = actor.random() * 100;
    const [, name, act] = kinds.find(([share]) => (left -= share) < 0) ?? kinds[0] ?? [0, 'none', type];
    actor.counts[name] = (actor.counts[name] ?? 0) + 1;
    await act(actor);
    done += 1;
    await pause(actor.random() * 300);
  }
}

/** Kills and restarts the server after every twenty to fifty actions, while both keep typing. */
async function killNowAndThen(): Promise<number> {
  const random = pickRandom(seed);
  let kills = 0;
  for (let at = 20; at < 2 * actions - 10; at += 20 + Math.floor(random() * 30)) {
    await waitFor(`${at} actions`, () => done >= at || undefined);
    await longhand.kill();
    await pause(random() * 2000);
    await longhand.startAgain();
    starts += 1;
    events.emit('started');
    kills += 1;
  }
  return kills;
}

interface Held {
  document: string;
  conflicts: string;
  stored: string;
}

/** An actor's text, shown conflicts, and drafts stored on the device. */
async function held({ page }: Actor): Promise<Held> {
  return {
    document: (await page.locator('section[data-monologue] > p').allTextContents()).join('\n'),
    conflicts: (await page.locator('[data-conflict]').allTextContents()).join('\n'),
    stored: await keptOnDevice(page),
  };
}

test('a server that dies while someone types has everything soon after it is back', async () => {
  const made = await makeSharedTranscript(longhand, { words: 60, monologues: 8 });
  const page = await openEditorTab(await ownerContext(browser, made), made.url);
  await typeAtEnd(page, 'm6', ' beforekill');
  await longhand.kill();
  await page.keyboard.type(' afterkill');
  await stands(page, 'unreachable');
  await longhand.startAgain();
  await stands(page, 'saved');
  await latestHas(made, 'beforekill afterkill');
  await page.context().close();
});

test(`no typed word is lost in ${actions} actions each amid failures (seed ${seed})`, async (t) => {
  const made = await makeSharedTranscript(longhand, { words: 320, monologues: 16 });
  const owner = await ownerContext(browser, made);
  const guest = await guestContext(browser, 'Ben');
  const anna = await enter('anna', owner, made.url, 1);
  const ben = await enter('ben', guest, made.sharedUrl, 2);
  const actors = [anna, ben];
  const [kills] = await Promise.all([killNowAndThen(), ...actors.map(work)]);

  for (const { context } of actors) await context.setOffline(false);
  for (const { page } of actors) await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const ends = await waitFor('both to be saved and to show the same', async () => {
    for (const { page } of actors) {
      if ((await page.locator('[data-saving]').getAttribute('data-saving')) !== 'saved') return undefined;
    }
    const all = await Promise.all(actors.map(held));
    return all[0]?.document === all[1]?.document ? all : undefined;
  });
  const text = [
    await readText(made, 'latest'),
    ...ends.flatMap(({ conflicts, stored }) => [conflicts, stored]),
  ].join('\n');
  const typed = actors.flatMap((actor) => actor.typed.filter((word) => !actor.deleted.has(word)));
  const missing = typed.filter((word) => !text.includes(word));
  const alike = missing.flatMap((word) =>
    text
      .split(/[\s"\\]+/u)
      .filter((other) => other.includes(word.slice(0, -3)) || other.includes(word.slice(3))),
  );
  const inLatest = await readText(made, 'latest');
  const left = typed.filter((word) => !inLatest.includes(word)).length;
  t.diagnostic(
    `seed ${seed}: ${typed.length} words, ${left} of them in conflicts, ${kills} kills, ` +
      actors.map(({ name, counts }) => `${name} ${JSON.stringify(counts)}`).join(', '),
  );
  assert.deepEqual(missing, [], `seed ${seed}: missing ${missing.join(' ')}; alike: ${alike.join(' ')}`);
  assert.ok(typed.length > actions / 2, `only ${typed.length} words were typed`);
  await Promise.all([owner.close(), guest.close()]);
});
