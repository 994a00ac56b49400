import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeClient, type Client, type JobView } from '#e2e/support/client';
import { createEditorClient } from '#e2e/support/editor/editor-client';
import { playableAt } from '#e2e/support/editor/media';
import { playMedia } from '#e2e/support/play-media';
import { signInForCookies } from '#e2e/support/sign-in';
import { nearestClip, readClips, toWords, type Clip } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';

/*
 * Recordings that other software handles wrongly: the job, its bill, the player and the captions agree on the length,
 * and all speech is recognized.
 */

const folder = path.resolve('../shared/cases');

/** The clips spoken in a recording: each by its length in seconds, and its start. */
type Spoken = Array<[clipSeconds: number, from: number]>;

const both: Spoken = [
  [7.1, 0],
  [3.3, 7.1],
];
const first: Spoken = [[7.1, 0]];

/** Each recording's length in seconds, the end of its last word, and the clips spoken in it. */
const recordings: Record<string, { seconds: number; lastWord: number; spoken: Spoken; type?: string }> = {
  '01-ogg-start/granstart.opus': { seconds: 10.39, lastWord: 10, spoken: both },
  '01-ogg-start/granule11h.opus': { seconds: 10.39, lastWord: 10, spoken: both, type: 'audio/ogg' },
  '02-clock-jump/catjump.ts': { seconds: 10.56, lastWord: 10.1, spoken: both },
  '02-clock-jump/catback.ts': {
    seconds: 10.56,
    lastWord: 10.2,
    spoken: [
      [3.3, 0],
      [7.1, 3.3],
    ],
  },
  '02-clock-jump/back5000.ts': {
    seconds: 6.78,
    lastWord: 6.4,
    spoken: [
      [3.3, 0],
      [3.3, 3.4],
    ],
  },
  '02-clock-jump/vobback.mpg': { seconds: 10.32, lastWord: 10, spoken: both, type: 'video/mpeg' },
  '04-flac-refused/flac.flac': { seconds: 7.1, lastWord: 6.8, spoken: first },
  '04-flac-refused/adts.aac': { seconds: 7.17, lastWord: 6.8, spoken: first },
  '04-flac-refused/m2.3gp': { seconds: 7.1, lastWord: 6.8, spoken: first },
  '04-flac-refused/wma.wma': { seconds: 7.1, lastWord: 6.8, spoken: first },
  '07-abbreviations/a.wav': { seconds: 7.1, lastWord: 6.8, spoken: first, type: 'audio/wav' },
  '10-webm-two-recordings/webmcat.webm': { seconds: 10.4, lastWord: 10, spoken: both, type: 'video/webm' },
  '10-webm-two-recordings/mkvcat.mkv': {
    seconds: 10.4,
    lastWord: 10,
    spoken: both,
    type: 'video/x-matroska',
  },
  '11-obs-two-stereo-tracks/obs.mkv': {
    seconds: 12.1,
    lastWord: 11,
    spoken: [
      [7.1, 0],
      [3.3, 8],
    ],
  },
  '14-formats/a.latm': { seconds: 7.17, lastWord: 6.8, spoken: first },
  '14-formats/a.sph': { seconds: 7.1, lastWord: 6.8, spoken: first },
  '14-formats/a.voc': { seconds: 7.1, lastWord: 6.8, spoken: first },
  '14-formats/a.wv': { seconds: 7.1, lastWord: 6.8, spoken: first },
  '14-formats/short.dts': { seconds: 1.13, lastWord: 1.1, spoken: [] },
  '25-ts-gap/gap.ts': {
    seconds: 23.39,
    lastWord: 23,
    spoken: [
      [7.1, 0],
      [3.3, 20.1],
    ],
  },
};

let longhand: SharedLonghand;
let client: Client;
let cookie: string;
let clips: Clip[];
let scratch: string;
const jobs = new Map<string, JobView>();

before(async () => {
  longhand = await useLonghand();
  const account = await longhand.createAccount(10_00);
  client = makeClient(longhand, account.apiKey);
  [cookie, clips, scratch] = await Promise.all([
    signInForCookies(longhand, account),
    readClips(),
    mkdtemp(path.join(tmpdir(), 'longhand-odd-')),
  ]);
  for (const [name, { spoken, type = 'application/octet-stream' }] of Object.entries(recordings)) {
    // The service's test engine recognizes a single clip by its length, and takes no time.
    const options = spoken === first ? {} : { engine: 'pocketsphinx' };
    jobs.set(name, await client.submitFile(path.join(folder, name), type, options));
  }
});
after(async () => {
  await longhand?.stop();
  await rm(scratch, { recursive: true });
});

/** The cents of a job in the ledger, by kind of entry. */
async function readCents(jobId: string): Promise<Record<string, number>> {
  const rows = await longhand.sql<Array<{ kind: string; cents: number }>>`
    select kind, sum(amount_cents)::int as cents from ledger_entries where job_id = ${jobId} group by kind`;
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]));
}

/** A job's length, before it is rounded up for clients. */
async function readLength(jobId: string): Promise<number> {
  const [row] = await longhand.sql<Array<{ seconds: number }>>`
    select duration_seconds::float8 as seconds from jobs where id = ${jobId}`;
  return row?.seconds ?? Number.NaN;
}

/** The length that the editor plays, in seconds. */
async function measurePlayer(jobId: string): Promise<number> {
  const { url } = await playableAt(createEditorClient(longhand, jobId, { cookie }));
  const file = path.join(scratch, `${jobId}.mp4`);
  await writeFile(file, Buffer.from(await (await fetch(longhand.baseUrl + url)).arrayBuffer()));
  return (await playMedia(file)).samples.length / 16_000;
}

/** The end of the last caption, in seconds. */
async function readLastCaption(jobId: string): Promise<number> {
  const headers = { accept: 'application/x-subrip' };
  const srt = await (await client.request(`/jobs/${jobId}/captions`, { headers })).text();
  const [, hours, minutes, seconds, thousandths] =
    [...srt.matchAll(/--> (\d+):(\d+):(\d+),(\d+)/g)].at(-1)?.map(Number) ?? [];
  return ((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0) + (thousandths ?? Number.NaN) / 1000;
}

for (const [name, { seconds, lastWord, spoken }] of Object.entries(recordings)) {
  test(`${name} has one length, one price, and all its words in their place`, async () => {
    const { id } = jobs.get(name) ?? assert.fail();
    const { status, failure_detail: detail, duration_seconds: told } = await client.ended(id);
    assert.equal(status, 'transcribed', detail);
    const [length, cents, played, lastCaption] = await Promise.all([
      readLength(id),
      readCents(id),
      measurePlayer(id),
      readLastCaption(id),
    ]);
    const seen = JSON.stringify({ told, length, cents, played, lastCaption });
    assert.equal(told, Math.ceil(seconds));
    assert.ok(Math.abs(length - seconds) < 0.1 && Math.abs(played - length) < 0.1, seen);
    assert.deepEqual(cents, { hold: -25, release: 25, charge: -25 });
    assert.ok(lastCaption > lastWord - 0.5 && lastCaption <= length + 0.001, seen);
    const { monologues } = await client.transcript(id);
    const elements = monologues.flatMap((monologue) => monologue.elements);
    for (const [clipSeconds, from] of spoken) {
      const clip = nearestClip(clips, clipSeconds);
      const near = elements.filter(({ ts }) => ts > from - 0.5 && ts < from + clip.seconds);
      const heard = toWords(near.map(({ value }) => value).join(' '));
      const known = heard.filter((word) => clip.words.includes(word));
      assert.ok(known.length >= 0.5 * clip.words.length, `from ${from} s: ${heard.join(' ')}`);
    }
  });
}
