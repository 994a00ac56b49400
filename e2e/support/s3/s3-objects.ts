import { createHash, randomUUID } from 'node:crypto';

/* The in-memory contents of an S3 store: objects, and incomplete multipart uploads. */

/** An object; `metadata` has the headers `x-amz-meta-…` that it was stored with. */
export interface StoredObject {
  content: Buffer;
  metadata: Record<string, string>;
  etag: string;
  at: Date;
}

/** A multipart upload. */
export interface Unfinished {
  key: string;
  metadata: Record<string, string>;
  parts: Map<number, StoredObject>;
  at: Date;
}

/** The contents of a bucket. */
export interface S3Contents {
  objects: Map<string, StoredObject>;
  unfinished: Map<string, Unfinished>;
}

const md5 = (content: Buffer): Buffer => createHash('md5').update(content).digest();

/** Makes an object of these bytes. */
export function toObject(content: Buffer, metadata: Record<string, string> = {}): StoredObject {
  return { content, metadata, etag: `"${md5(content).toString('hex')}"`, at: new Date() };
}

/** Returns true if the bytes have the MD5 of the header `content-md5`, or if there is none. */
export function hasMd5(content: Buffer, expected: string | undefined): boolean {
  return expected === undefined || md5(content).toString('base64') === expected;
}

/** Begins a multipart upload and returns its id. */
export function begin(
  { unfinished }: S3Contents,
  given: { key: string; metadata: Record<string, string> },
): string {
  const id = randomUUID();
  unfinished.set(id, { ...given, parts: new Map(), at: new Date() });
  return id;
}

/** Makes an object of the parts with these numbers and ETags; on failure returns an S3 error code. */
export function complete(
  { objects, unfinished }: S3Contents,
  id: string,
  chosen: { number: number; etag: string }[],
): 'NoSuchUpload' | 'InvalidPart' | 'EntityTooSmall' | StoredObject {
  const upload = unfinished.get(id);
  if (upload === undefined) return 'NoSuchUpload';
  const parts = chosen.map(({ number }) => upload.parts.get(number));
  if (parts.length === 0 || parts.some((part, i) => part?.etag !== chosen[i]?.etag)) return 'InvalidPart';
  const contents = parts.map((part) => part?.content ?? Buffer.alloc(0));
  const etag = `"${md5(Buffer.concat(contents.map(md5))).toString('hex')}-${contents.length}"`;
  const made = { ...toObject(Buffer.concat(contents), upload.metadata), etag };
  objects.set(upload.key, made);
  unfinished.delete(id);
  return made;
}
