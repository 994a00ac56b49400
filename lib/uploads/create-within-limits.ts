import type { Upload } from '@tus/server';
import { env } from '#lib/settings/env';
import * as texts from '#messages/uploads';

/** A refusal of an upload, as the tus server turns it into an answer: `body` says why, in words. */
export class UploadRefusal extends Error {
  override readonly name = 'UploadRefusal';

  readonly status_code: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(body);
    this.status_code = status;
    this.body = body;
  }
}

/** Operations on an account's uploads that creating one needs. */
export interface OpenUploads {
  /** The names of all uploads of the account that are no job yet, whole or not. */
  list: () => Promise<string[]>;
  /** The upload with its declared size; undefined where it is gone. */
  read: (name: string) => Promise<Pick<Upload, 'size'> | undefined>;
  create: (upload: Upload) => Promise<Upload>;
  remove: (name: string) => Promise<unknown>;
}

/** Declared sizes by name, which never change: a bucket has each of them in an object of its own. */
const sizes = new Map<string, number>();
const maxSizes = 20_000;
/** So many sizes are read at once. */
const readAtOnce = 20;

/**
 * Creates an upload unless its account has as many open ones as the settings allow, or they hold as many bytes: what was
 * declared counts, and for an upload of unknown length what one may have. One alone is always allowed. Throws an
 * `UploadRefusal` (429) then, and nothing of the upload is left.
 *
 * No lock is needed: each looks again once its own upload is there, so of several that come at once, in whatever process,
 * the last one to look sees all others. At the very limit they may all be refused.
 */
export async function createWithinLimits(upload: Upload, open: OpenUploads): Promise<Upload> {
  remember(upload.id, upload.size);
  await refuseBeyondLimits([...(await open.list()), upload.id], open);
  const created = await open.create(upload);
  try {
    await refuseBeyondLimits(await open.list(), open);
  } catch (error) {
    // If removing fails, the sweep does it.
    await open.remove(upload.id).catch(() => undefined);
    throw error;
  }
  return created;
}

async function refuseBeyondLimits(names: string[], { read }: OpenUploads): Promise<void> {
  if (names.length <= 1) return;
  const { maxOpenUploads, maxOpenUploadBytes } = env();
  const refusal = new UploadRefusal(429, texts.tooManyOpen());
  if (names.length > maxOpenUploads) throw refusal;
  let bytes = 0;
  for (let at = 0; at < names.length; at += readAtOnce) {
    const some = names.slice(at, at + readAtOnce);
    for (const size of await Promise.all(some.map((name) => readSize(name, read)))) bytes += size;
    if (bytes > maxOpenUploadBytes) throw refusal;
  }
}

async function readSize(name: string, read: OpenUploads['read']): Promise<number> {
  const known = sizes.get(name);
  if (known !== undefined) return known;
  const upload = await read(name);
  if (upload === undefined) return 0;
  remember(name, upload.size);
  return upload.size ?? env().maxUploadBytes;
}

function remember(name: string, size: number | undefined): void {
  if (size === undefined) return;
  sizes.set(name, size);
  const [oldest] = sizes.keys();
  if (sizes.size > maxSizes && oldest !== undefined) sizes.delete(oldest);
}
