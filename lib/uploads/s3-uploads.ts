import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3Store, type MetadataValue, type Options } from '@tus/s3-store';
import { ERRORS, type Upload } from '@tus/server';
import { newId } from '#lib/ids/new-id';
import { countUploadBytes } from '#lib/metrics/metrics';
import type { BucketSettings } from '#lib/settings/env';
import { copyObject } from '#lib/storage/s3/copy-object';
import { withDownload } from '#lib/storage/s3/download-object';
import { listObjects } from '#lib/storage/s3/list-objects';
import { s3Client, s3ClientConfig, silenceMs } from '#lib/storage/s3/s3-client';
import { mediaPrefix } from '#lib/storage/s3/s3-storage';
import { ask, isMissing } from '#lib/storage/s3/s3-fault';
import type { AccountUploads } from '#lib/uploads/account-uploads';
import { createWithinLimits } from '#lib/uploads/create-within-limits';
import { perProcess } from '#lib/per-process';

/** No cache, because uploads also change on other machines. */
const noCache = {
  get: async () => undefined,
  set: async () => {},
  delete: async () => {},
};

const md5 = (content: Buffer): string => createHash('md5').update(content).digest('base64');

/** Sends parts from memory with their MD5, not as files: the bucket checks them, and the SDK can resend them. */
class UploadStore extends S3Store {
  constructor(options: Options) {
    super(options);
    // Wraps all attempts of a request.
    this.client.middlewareStack.add((next) => (sent) => ask(next(sent)), {
      step: 'initialize',
      priority: 'high',
    });
  }

  override create(upload: Upload): Promise<Upload> {
    return createWithinLimits(upload, {
      list: async () => [...(await this.listChanges(path.posix.dirname(upload.id))).keys()],
      read: (id) => this.#readInfo(id),
      create: (within) => super.create(within),
      remove: (id) => this.remove(id),
    });
  }

  override async uploadPart(metadata: MetadataValue, source: Readable | Buffer, PartNumber: number) {
    const Body = Buffer.isBuffer(source) ? source : await buffer(source);
    const place = { Bucket: this.bucket, Key: metadata.file.id, UploadId: metadata['upload-id'] };
    const { ETag = '' } = await this.client.uploadPart({ ...place, PartNumber, Body, ContentMD5: md5(Body) });
    return ETag;
  }

  override async uploadIncompletePart(id: string, source: Readable) {
    const Body = await buffer(source);
    const place = { Bucket: this.bucket, Key: this.partKey(id, true) };
    const { ETag = '' } = await this.client.putObject({ ...place, Body, ContentMD5: md5(Body) });
    return ETag;
  }

  /** A download that breaks off is an outage of the bucket, too. */
  override downloadIncompletePart(id: string) {
    return ask(super.downloadIncompletePart(id));
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const reached = await super.write(source, id, offset);
    countUploadBytes('site', reached - offset);
    return reached;
  }

  /**
   * During an outage of the bucket, the store's own `getUpload` reports an upload as gone (2.0.7): a browser would
   * start over.
   */
  override async getUpload(id: string): Promise<Upload> {
    await this.#find(id);
    return super.getUpload(id);
  }

  /** Saves an upload's metadata. */
  async note(upload: Upload): Promise<void> {
    const { 'upload-id': uploadId } = await this.getMetadata(upload.id);
    await this.saveMetadata(upload, uploadId);
  }

  /**
   * The store's own `remove` leaves the objects of a complete upload, which no longer has a multipart upload (2.0.7).
   */
  override async remove(id: string): Promise<void> {
    const { 'upload-id': UploadId } = await this.#find(id);
    const upload = { Bucket: this.bucket, Key: id, UploadId };
    await this.client.abortMultipartUpload(upload).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    for (const Key of [id, this.partKey(id, true), this.infoKey(id)]) {
      await this.client.deleteObject({ Bucket: this.bucket, Key });
    }
  }

  /** Lists the uploads below this prefix with their last change: each has an object with its metadata. */
  async listChanges(prefix: string): Promise<Map<string, Date>> {
    const ending = this.infoKey('');
    const changes = new Map<string, Date>();
    const known = new Set<string>();
    for await (const { key, changedAt } of listObjects(this.client, {
      Bucket: this.bucket,
      Prefix: `${prefix}/`,
    })) {
      const id = toUploadKey(key);
      if (key.endsWith(ending)) known.add(id);
      if (changedAt > (changes.get(id) ?? new Date(0))) changes.set(id, changedAt);
    }
    return new Map([...changes].filter(([id]) => known.has(id)));
  }

  async #readInfo(id: string): Promise<Upload | undefined> {
    try {
      return (await ask(this.getMetadata(id))).file;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async #find(id: string): Promise<MetadataValue> {
    try {
      return await ask(this.getMetadata(id));
    } catch (error) {
      throw isMissing(error) ? ERRORS.FILE_NOT_FOUND : error;
    }
  }
}

/** Returns the key of the upload to which an object of the bucket belongs. */
export const toUploadKey = (key: string): string => key.replace(/\.(info|part)$/, '');

/** Returns the prefix of all uploads. */
export const uploadsPrefix = ({ prefix }: Pick<BucketSettings, 'prefix'>): string => `${prefix}uploads/`;

/**
 * Returns the account's uploads in a bucket; `downloads` is the folder for local copies while they are used as files.
 */
export function s3Uploads(
  settings: BucketSettings,
  { accountId, downloads }: { accountId: string; downloads: string },
): AccountUploads {
  const { bucket: Bucket } = settings;
  const createStore = () =>
    new UploadStore({ cache: noCache, s3ClientConfig: { ...s3ClientConfig(settings), bucket: Bucket } });
  const store = perProcess('longhandS3Uploads', createStore);
  const client = s3Client(settings);
  const toName = (id: string): string => path.posix.join(uploadsPrefix(settings), accountId, id);
  return {
    datastore: store,
    toName,
    async list() {
      const changes = await store.listChanges(path.posix.dirname(toName('id')));
      return [...changes].map(([key, changedAt]) => ({ uploadId: path.posix.basename(key), changedAt }));
    },
    withLocalFile: (id, use) =>
      withDownload(client, { Bucket, Key: toName(id) }, { folder: downloads, silenceMs, use }),
    note: (upload) => store.note(upload),
    async adopt(id) {
      const key = newId();
      const to = { Bucket, Key: mediaPrefix(settings) + key };
      return { key, bytes: await copyObject(client, { from: { Bucket, Key: toName(id) }, to }) };
    },
    remove: (id) => store.remove(toName(id)),
  };
}
