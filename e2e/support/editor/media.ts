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

/** The media data that the editor gets for a playable recording. */
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
  /** Set while the picture is still to come. */
  picture?: string;
}

/** Returns the media data that the editor gets for the job, with the cookies of this page. */
export async function getMedia(page: Page, { baseUrl }: Pick<SharedLonghand, 'baseUrl'>, jobId: string) {
  const response = await page.request.get(`${baseUrl}/editor/data/${jobId}/media`);
  const body = (await response.json()) as MediaAnswer;
  return { status: response.status(), body };
}

/** Waits until the job's media can be played, with its picture if it has one, and returns it. */
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

/** Returns the path at which storage keeps this key. */
export function getPath({ dataDir }: Pick<SharedLonghand, 'dataDir'>, key: string): string {
  return path.join(dataDir, 'media', key.slice(0, 2), key);
}

/** Returns the media data that the editor gets for this transcript. */
export async function mediaAt(editor: EditorClient): Promise<MediaAnswer> {
  return (await (await editor.ask('media')).json()) as MediaAnswer;
}

/** Waits until the transcript's media can be played, with its picture if it has one, and returns it. */
export function playableAt(editor: EditorClient): Promise<ReadyMedia> {
  return waitFor('the rendition', async () => {
    const media = await mediaAt(editor);
    if (media.state === 'missing') throw new Error(media.reason);
    return media.state === 'ready' && media.picture === undefined ? (media as ReadyMedia) : undefined;
  });
}

type Place = Pick<SharedLonghand, 'sql' | 'dataDir'>;

/** Stores a sparse file of this size, which takes no disk space; returns its key. */
async function storeNothing(longhand: Place, bytes: number): Promise<string> {
  const key = newId();
  await mkdir(path.dirname(getPath(longhand, key)), { recursive: true, mode: 0o700 });
  await writeFile(getPath(longhand, key), '');
  await truncate(getPath(longhand, key), bytes);
  return key;
}

/**
 * Makes a transcribed job of the account with a recording, a waveform, and a rendition of this size, all filled with
 * zeros.
 */
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

/**
 * Makes a transcribed job of the account as before there were renditions, with a recording that `write` writes to a
 * path.
 */
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

/** Returns the keys of the job's recording, rendition, picture, and waveform. */
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

/** Returns an address that plays a job's rendition, for a guest with this link if given, for this many seconds. */
export async function ticketUrl(
  { baseUrl, dataDir }: Pick<SharedLonghand, 'baseUrl' | 'dataDir'>,
  ticket: { jobId: string; linkId?: string },
  seconds = 600,
): Promise<string> {
  const expiresAt = new Date(Date.now() + seconds * 1000);
  return `${baseUrl}/media/${signMediaTicket(await readSecret({ dataDir }), { ...ticket, expiresAt })}`;
}

/** Returns the number of times that the server has the file of this key open. */
export async function timesOpen(longhand: Pick<SharedLonghand, 'findPid'>, key: string): Promise<number> {
  const fds = `/proc/${await longhand.findPid('app/server.js')}/fd`;
  const targets = (await readdir(fds)).map((fd) => readlink(path.join(fds, fd)).catch(() => ''));
  // A removed file's name has a suffix.
  return (await Promise.all(targets)).filter((target) => target.includes(key)).length;
}

/** Waits until the server has the file of this key open exactly this many times. */
export const untilOpen = (longhand: Pick<SharedLonghand, 'findPid'>, key: string, times: number) =>
  waitFor(`the file to be open ${times} times`, async () =>
    (await timesOpen(longhand, key)) === times ? true : undefined,
  );
