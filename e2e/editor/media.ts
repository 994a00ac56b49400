import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import type { SharedLonghand } from '../start-longhand';
import { waitFor } from '../support/wait';

/** What the editor is told about a recording that can be played. */
export interface ReadyMedia {
  state: 'ready';
  kind: 'audio' | 'video';
  type: string;
  url: string;
  expiresAt: string;
}

/** What the editor is told about the job's media, with the cookies of this page. */
export async function mediaOf(page: Page, { baseUrl }: Pick<SharedLonghand, 'baseUrl'>, jobId: string) {
  const response = await page.request.get(`${baseUrl}/editor/data/${jobId}/media`);
  const body = (await response.json()) as { state: string; cause?: string; reason?: string };
  return { status: response.status(), body };
}

/** The job's media as soon as it can be played. */
export function readyMedia(
  page: Page,
  longhand: Pick<SharedLonghand, 'baseUrl'>,
  jobId: string,
): Promise<ReadyMedia> {
  return waitFor(`the rendition of ${jobId}`, async () => {
    const { body } = await mediaOf(page, longhand, jobId);
    if (body.state === 'missing') throw new Error(body.reason);
    return body.state === 'ready' ? (body as ReadyMedia) : undefined;
  });
}

/** The names of all files in storage. */
export async function storedFiles({ dataDir }: Pick<SharedLonghand, 'dataDir'>): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'media'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Where storage keeps this key. */
export function pathOf({ dataDir }: Pick<SharedLonghand, 'dataDir'>, key: string): string {
  return path.join(dataDir, 'media', key.slice(0, 2), key);
}
