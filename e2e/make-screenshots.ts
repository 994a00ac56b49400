import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { makeRecorded } from '#e2e/support/editor/media';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { freshContext, startBrowser } from '#e2e/support/browser';
import { makeFolder } from '#e2e/support/temporary-folder';
import { openAsOwner } from '#e2e/support/editor/editor';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';
import { findChromium, findProgram } from '#bin/find-program.mjs';
import { runProgram } from '#bin/run-program.mjs';
import { setUp } from '#bin/set-up.mjs';

/*
 * `npm run screenshots`: the pictures of the README and the front page, of a service with a folder and database of its own. The
 * recording is public/sample.mp3, repeated. Its transcript is not what was said there: it is a conversation of the same
 * book, "Sense and Sensibility", chapter 2, which shows more of the editor; in German one of "Effi Briest".
 */

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 700 };
const maxBytes = 200_000;
const repeats = 5;
const clipSeconds = 16.488;

/** What is shown in a language: a conversation of two, of a book that is in the public domain. */
interface Shown {
  locale: string;
  /** Behind the names of its pictures. */
  suffix: string;
  name: string;
  speakers: [first: string, second: string];
  turns: string[];
  /** The turn with the word that is played. */
  playing: number;
}

const english: Shown = {
  locale: 'en-US',
  suffix: '',
  name: 'Sense and Sensibility, chapter 2.mp3',
  speakers: ['Fanny Dashwood', 'John Dashwood'],
  turns: [
    'He did not know what he was talking of, I dare say; ten to one but he was light-headed at the time. Had he been in ' +
      'his right senses, he could not have thought of such a thing as begging you to give away half your fortune from ' +
      'your own child.',
    'He did not stipulate for any particular sum, my dear Fanny; he only requested me, in general terms, to assist them, ' +
      'and make their situation more comfortable than it was in his power to do.',
    'Well, then, let something be done for them; but that something need not be three thousand pounds. Consider, that ' +
      'when the money is once parted with, it never can return.',
    'Why, to be sure, that would make great difference. The time may come when Harry will regret that so large a sum was ' +
      'parted with. If he should have a numerous family, for instance, it would be a very convenient addition.',
    'To be sure it would.',
    'Perhaps, then, it would be better for all parties, if the sum were diminished one half. Five hundred pounds would ' +
      'be a prodigious increase to their fortunes!',
  ],
  playing: 2,
};

const german: Shown = {
  locale: 'de-DE',
  suffix: '-de',
  name: 'Effi Briest, Kapitel 1.mp3',
  speakers: ['Frau von Briest', 'Effi'],
  turns: [
    'Effi, eigentlich hättest du doch wohl Kunstreiterin werden müssen. Immer am Trapez, immer Tochter der Luft. Ich ' +
      'glaube beinah, dass du so was möchtest.',
    'Vielleicht, Mama. Aber wenn es so wäre, wer wäre schuld? Von wem hab ich es? Doch nur von dir. Oder meinst du, von ' +
      'Papa? Da musst du nun selber lachen. Und dann, warum steckst du mich in diesen Hänger, in diesen Jungenkittel? ' +
      'Mitunter denk ich, ich komme noch wieder in kurze Kleider. Warum kriege ich keine Staatskleider? Warum machst ' +
      'du keine Dame aus mir?',
    'Möchtest du’s?',
    'Nein.',
    'Nicht so wild, Effi, nicht so leidenschaftlich. Ich beunruhige mich immer, wenn ich dich so sehe.',
  ],
  playing: 1,
};

/** For screens of twice the density where it is shown in its own size. */
const pictures = [
  {
    file: 'docs/editor.png',
    viewport: wide,
    colorScheme: 'light' as const,
    deviceScaleFactor: 1,
    shown: english,
  },
  ...[english, german].flatMap((shown) =>
    (['light', 'dark'] as const).flatMap((colorScheme) => [
      ...[
        { file: `public/editor-${colorScheme}${shown.suffix}.webp`, viewport: wide },
        { file: `public/editor-phone-${colorScheme}${shown.suffix}.webp`, viewport: narrow },
      ].map((picture) => ({ ...picture, colorScheme, deviceScaleFactor: 2, shown })),
    ]),
  ),
];
await setUp('test');
process.env['CHROMIUM_PATH'] ??= findChromium();
const folder = await makeFolder();
const postgres = await startEmbeddedPostgres({ dataDir: folder });
const browser = await startBrowser();
try {
  const longhand = await startLonghand(
    { LONGHAND_PRICE_CENTS_PER_MINUTE: '0' },
    { server: postgres.superuserUrl },
  );
  try {
    const account = await longhand.createAccount();
    for (const shown of [english, german]) {
      const jobId = await makeRecorded(longhand, account, makeRecording);
      await replaceTranscript(longhand, jobId, shown);
      for (const picture of pictures.filter((picture) => picture.shown === shown)) {
        const context = await freshContext(browser, {
          ...{ ...picture, locale: shown.locale },
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await openAsOwner(page, { longhand, account, jobId });
        await drawEditor(page, picture);
        await context.close();
      }
    }
  } finally {
    await longhand.stop();
  }
} finally {
  await browser.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function drawEditor(page: Page, { file, viewport, shown }: (typeof pictures)[number]): Promise<void> {
  // What the editor plays is made as soon as it is open.
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  // Alt and a click go to the word: it is shown as the one that is being said.
  await page
    .locator('[role=textbox] p')
    .nth(shown.playing)
    .click({ modifiers: ['Alt'], position: { x: 260, y: 12 } });
  await page.waitForFunction(() => (CSS.highlights.get('playing-word')?.size ?? 0) > 0);
  // A phone has no room for the waveform.
  if (viewport === wide) await page.locator('[part=canvases] canvas').first().waitFor();
  // The pages of the pictures before are still shown as people for a while.
  await page.getByLabel(/^(People|Personen) in /).waitFor({ state: 'detached' });
  const drawn = path.join(folder, 'drawn.png');
  await page.screenshot({ path: file.endsWith('.png') ? file : drawn, animations: 'disabled' });
  if (!file.endsWith('.png')) await runFfmpeg('-i', drawn, '-c:v', 'libwebp', '-quality', '82', file);
  const { size } = await stat(file);
  if (size > maxBytes) throw new Error(`${file} has ${size} bytes, and may have ${maxBytes}`);
  console.log(`${file}: ${Math.round(size / 1000)} kB`);
}

async function makeRecording(file: string): Promise<void> {
  const source = ['-stream_loop', String(repeats - 1), '-i', 'public/sample.mp3'];
  await runFfmpeg(...source, '-c', 'copy', '-f', 'mp3', file);
}

async function runFfmpeg(...parameters: string[]): Promise<void> {
  const { code, output } = await runProgram(findProgram('ffmpeg') ?? 'ffmpeg', [
    '-v',
    'error',
    '-y',
    ...parameters,
  ]);
  if (code !== 0) throw new Error(`ffmpeg failed: ${output}`);
}

/** Gives the job the words of the conversation, spread over its recording by their length, as if they were heard there. */
async function replaceTranscript(
  { sql }: Pick<Longhand, 'sql'>,
  jobId: string,
  { name, speakers, turns }: Shown,
): Promise<void> {
  const texts = turns.map((turn) => turn.split(' '));
  const msPerLetter = (repeats * clipSeconds * 1000) / turns.join(' ').length;
  let at = 0;
  const words = texts.flat().map((text) => {
    const startMs = Math.round(at * msPerLetter);
    at += text.length + 1;
    return { text, startMs, endMs: Math.round((at - 1) * msPerLetter), confidence: 0.95 };
  });
  const from = (turn: number) => texts.slice(0, turn).flat().length;
  const monologues = turns.map((_, i) => ({
    id: i,
    speaker: i % speakers.length,
    from: from(i),
    to: from(i + 1),
  }));
  const named = speakers.map((name, id) => ({ id, name }));
  await sql`
    update machine_transcripts
    set words = ${sql.json(words)}, speakers = ${sql.json(named)}, monologues = ${sql.json(monologues)}
    where job_id = ${jobId}`;
  await sql`
    update jobs set name = ${name}, duration_seconds = ${repeats * clipSeconds}
    where id = ${jobId}`;
}
