import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright';
import { connect, type Connection } from '#lib/db/connect';
import { failPicture } from '#lib/renditions/picture';
import { freshPage } from '#e2e/support/browser';
import { textRests } from '#e2e/support/editor/editor-text';
import { makeFilm, type Film, type FilmToCome } from '#e2e/support/editor/film-to-come';
import { getSound, openPlayer, soundWhere } from '#e2e/support/editor/sound';
import { signInContext } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';

// Only with --all: encodes the picture of films.

/* A film's sound plays while its picture is being encoded; the picture then appears without interrupting anything. */

const site = useSite({ keepsOpen: true });
let connection: Connection;
let account: TestAccount;
let film: Film;
let page: Page;

before(async () => {
  const { longhand, browser } = site;
  connection = connect(longhand.databaseUrl, { max: 1 });
  [account, film] = await Promise.all([longhand.createAccount(), makeFilm(longhand)]);
  page = await freshPage(browser);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInContext(page.context(), longhand, account);
});
after(async () => {
  await connection?.close();
  await film?.remove();
});

/** Opens the editor, with the caret in the text, for a film whose picture is not encoded yet. */
async function open(): Promise<FilmToCome> {
  const toCome = await film.transcribe(account);
  await openPlayer(page, toCome.url);
  await page.getByText('Preparing the video.').waitFor();
  await page.locator('section[data-monologue=m1] p').click();
  await textRests(page);
  return toCome;
}

const width = (page: Page) => page.evaluate(() => document.querySelector('video')?.videoWidth ?? 0);

const pictureJoins = (page: Page) =>
  waitFor('the picture', async () => ((await width(page)) > 0 ? true : undefined));

/**
 * Measures a paragraph's position in the text, which follows the sound, and the picture's box; names the focused
 * element.
 */
function getPlaces(page: Page) {
  return Promise.all([
    page.locator('section[data-monologue=m1] p').evaluate((paragraph) => {
      const [own, text] = [paragraph, paragraph.closest('[role=textbox]')].map((element) =>
        element?.getBoundingClientRect(),
      );
      if (own === undefined || text === undefined) return undefined;
      return [own.left - text.left, own.top - text.top, own.width, own.height].map((pixels) =>
        Math.round(pixels),
      );
    }),
    page.getByRole('region', { name: 'Video' }).boundingBox(),
    page.evaluate(() => document.activeElement?.getAttribute('role')),
  ]);
}

test('the picture joins a sound that plays, which goes on where it was, as fast, while nothing moves', async () => {
  const toCome = await open();
  await page.keyboard.press('Alt+Minus');
  await page.keyboard.press('Escape');
  await soundWhere(page, 'the sound to play', ({ isPlaying, at }) => isPlaying && at > 0.5);
  const [before, places] = [await getSound(page), await getPlaces(page)];
  assert.equal(await width(page), 0);
  assert.equal(places[2], 'textbox');
  await toCome.encode();
  await pictureJoins(page);
  const now = await soundWhere(
    page,
    'the sound to go on',
    ({ isPlaying, at }) => isPlaying && at > before.at,
  );
  assert.notEqual(now.src, before.src);
  assert.equal(now.playbackRate, before.playbackRate);
  assert.deepEqual(await getPlaces(page), places);
  await page.getByText('Preparing the video.').waitFor({ state: 'detached' });
  assert.ok(await page.getByRole('button', { name: 'Pause', exact: true }).isVisible());
  await page.keyboard.press('Escape');
  await soundWhere(page, 'the sound to pause', ({ isPlaying }) => !isPlaying);
});

test('the picture joins a sound that is paused at the same moment, and what is typed meanwhile arrives', async () => {
  const toCome = await open();
  await page.keyboard.press('Alt+KeyL');
  const paused = await soundWhere(page, 'the sound to skip', ({ at }) => at > 1);
  const places = await getPlaces(page);
  await toCome.encode();
  await page.keyboard.type('joined ', { delay: 20 });
  await pictureJoins(page);
  const now = await getSound(page);
  assert.deepEqual([now.isPlaying, now.at], [false, paused.at]);
  const text = await page.locator('section[data-monologue=m1]').textContent();
  assert.match(text ?? '', /joined /);
  assert.deepEqual((await getPlaces(page)).slice(1), places.slice(1));
});

test('if the picture can’t be made, the sound plays on', async () => {
  const toCome = await open();
  await page.keyboard.press('Escape');
  const before = await soundWhere(page, 'the sound to play', ({ isPlaying, at }) => isPlaying && at > 0.2);
  await failPicture(connection.db, { jobId: toCome.jobId, pictureFailure: 'it is damaged' });
  await page.getByRole('region', { name: 'Video' }).waitFor({ state: 'hidden' });
  const now = await soundWhere(
    page,
    'the sound to go on',
    ({ isPlaying, at }) => isPlaying && at > before.at,
  );
  assert.equal(now.src, before.src);
});
