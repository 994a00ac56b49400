import type { Upload } from '@tus/server';
import { env } from '#lib/settings/env';
import * as texts from '#messages/uploads';

/** A refusal of an upload, in the form that the tus server turns into a response: `body` has the reason, as text. */
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

/** The operations on an account's uploads that creating one needs. */
export interface OpenUploads {
  /** Lists the names of all uploads of the account that aren't jobs yet, complete or partial. */
  list: () => Promise<string[]>;
  /** Returns the upload with its declared size; undefined if it is gone. */
  read: (name: string) => Promise<Pick<Upload, 'size'> | undefined>;
  create: (upload: Upload) => Promise<Upload>;
  remove: (name: string) => Promise<unknown>;
}

/** A cache of declared sizes by name: they never change, and a bucket has each in a separate object. */
const sizes = new Map<string, number>();
const maxSizes = 20_000;
/** The number of sizes read at once. */
const readAtOnce = 20;

/**
 * Creates an upload unless its account already has the maximum number or bytes of open uploads. Declared sizes count;
 * an upload of unknown length counts as the maximum size. A single upload is always allowed. Beyond the limits, throws
 * an `UploadRefusal` (429) and leaves nothing of the upload.
 *
 * No lock is needed: each request checks again after creating its upload, so of several concurrent ones, in any
 * process, the last to check sees all others. Right at the limit, all of them may be refused.
 */
export async function createWithinLimits(upload: Upload, open: OpenUploads): Promise<Upload> {
  remember(upload.id, upload.size);
  await refuseBeyondLimits([...(await open.list()), upload.id], open);
  const created = await open.create(upload);
  try {
    await refuseBeyondLimits(await open.list(), open);
  } catch (error) {
    // If this fails, the sweep removes it.
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
