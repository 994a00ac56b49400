import { access, mkdir, readdir, readlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { signMediaTicket } from '#lib/renditions/media-ticket';
import { newId } from '#lib/ids/new-id';
import { readSecret } from '#lib/settings/secret';
import type { SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import type { EditorClient } from './editor-client';
import { makeTranscript } from './make-transcript';

/** What the editor learns about a recording that can be played. */
export interface ReadyMedia {
  state: 'ready';
  kind: 'audio' | 'video';
  type: string;
  url: string;
  expiresAt: string;
}

interface MediaAnswer {
  state: string;
  cause?: string;
  reason?: string;
  /** That the picture is still to come. */
  picture?: string;
}

/** What the editor learns about the job's media, with the cookies of this page. */
export async function getMedia(page: Page, { baseUrl }: Pick<SharedLonghand, 'baseUrl'>, jobId: string) {
  const response = await page.request.get(`${baseUrl}/editor/data/${jobId}/media`);
  const body = (await response.json()) as MediaAnswer;
  return { status: response.status(), body };
}

/** The job's media as soon as it can be played, with its picture if it has one. */
export function readyMedia(
  page: Page,
  longhand: Pick<SharedLonghand, 'baseUrl'>,
  jobId: string,
): Promise<ReadyMedia> {
  return waitFor(`the rendition of ${jobId}`, async () => {
    const { body } = await getMedia(page, longhand, jobId);
    if (body.state === 'missing') throw new Error(body.reason);
    return body.state === 'ready' && body.picture === undefined ? (body as ReadyMedia) : undefined;
  });
}

/** The names of all files in storage. */
export async function storedFiles({ dataDir }: Pick<SharedLonghand, 'dataDir'>): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'media'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Where storage keeps this key. */
export function getPath({ dataDir }: Pick<SharedLonghand, 'dataDir'>, key: string): string {
  return path.join(dataDir, 'media', key.slice(0, 2), key);
}

/** What the editor learns about the media of this transcript. */
export async function mediaAt(editor: EditorClient): Promise<MediaAnswer> {
  return (await (await editor.ask('media')).json()) as MediaAnswer;
}

/** The media of this transcript as soon as it can be played, with its picture if it has one. */
export function playableAt(editor: EditorClient): Promise<ReadyMedia> {
  return waitFor('the rendition', async () => {
    const media = await mediaAt(editor);
    if (media.state === 'missing') throw new Error(media.reason);
    return media.state === 'ready' && media.picture === undefined ? (media as ReadyMedia) : undefined;
  });
}

type Place = Pick<SharedLonghand, 'sql' | 'dataDir'>;

/** Puts a file of so many bytes into storage, which takes no room on the disk; returns its key. */
async function storeNothing(longhand: Place, bytes: number): Promise<string> {
  const key = newId();
  await mkdir(path.dirname(getPath(longhand, key)), { recursive: true, mode: 0o700 });
  await writeFile(getPath(longhand, key), '');
  await truncate(getPath(longhand, key), bytes);
  return key;
}

/** A transcribed job of the account with a recording, a waveform and a rendition of this size, which hold nothing. */
export async function makeStoredMedia(
  longhand: Place,
  account: { id: string },
  bytes: number,
): Promise<{ jobId: string; key: string }> {
  const jobId = await makeTranscript(longhand, account, { words: 20, monologues: 2 });
  const [media, key, peaks] = [
    await storeNothing(longhand, 1000),
    await storeNothing(longhand, bytes),
    await storeNothing(longhand, 1000),
  ];
  await longhand.sql`
    update jobs set media_key = ${media}, rendition_key = ${key}, rendition_type = 'audio/mp4', peaks_key = ${peaks}
    where id = ${jobId}`;
  return { jobId, key };
}

/** A transcribed job of the account from before there were renditions, with a recording that `write` puts at a path. */
export async function makeRecorded(
  longhand: Place,
  account: { id: string },
  write: (file: string) => Promise<unknown>,
): Promise<string> {
  const jobId = await makeTranscript(longhand, account, { words: 20, monologues: 2 });
  const key = await storeNothing(longhand, 0);
  await write(getPath(longhand, key));
  await longhand.sql`update jobs set media_key = ${key} where id = ${jobId}`;
  return jobId;
}

/** The keys of the job's recording, rendition, picture and waveform. */
export async function getKeys({ sql }: Pick<Place, 'sql'>, jobId: string): Promise<string[]> {
  const [row] = await sql<Array<{ keys: string[] }>>`
    select array_remove(array[media_key, rendition_key, picture_key, peaks_key], null) as keys from jobs where id = ${jobId}`;
  return row?.keys ?? [];
}

/** Waits until storage has none of these files. */
export async function untilRemoved(longhand: Pick<Place, 'dataDir'>, keys: string[]): Promise<void> {
  for (const key of keys) {
    await waitFor(`the end of the file ${key}`, () =>
      access(getPath(longhand, key)).then(
        () => undefined,
        () => true,
      ),
    );
  }
}

/** An address that plays the rendition of a job, of a guest by this link, for so many seconds. */
export async function ticketUrl(
  { baseUrl, dataDir }: Pick<SharedLonghand, 'baseUrl' | 'dataDir'>,
  ticket: { jobId: string; linkId?: string },
  seconds = 600,
): Promise<string> {
  const expiresAt = new Date(Date.now() + seconds * 1000);
  return `${baseUrl}/media/${signMediaTicket(await readSecret({ dataDir }), { ...ticket, expiresAt })}`;
}

/** How often the server has the file of this key open. */
export async function timesOpen(longhand: Pick<SharedLonghand, 'findPid'>, key: string): Promise<number> {
  const fds = `/proc/${await longhand.findPid('app/server.js')}/fd`;
  const targets = (await readdir(fds)).map((fd) => readlink(path.join(fds, fd)).catch(() => ''));
  // Of a file that is removed the name has an addition.
  return (await Promise.all(targets)).filter((target) => target.includes(key)).length;
}

/** Waits until the server has the file of this key open just so often. */
export const untilOpen = (longhand: Pick<SharedLonghand, 'findPid'>, key: string, times: number) =>
  waitFor(`the file to be open ${times} times`, async () =>
    (await timesOpen(longhand, key)) === times ? true : undefined,
  );
