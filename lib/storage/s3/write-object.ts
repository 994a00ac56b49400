import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { ask, StorageUnavailable } from '#lib/storage/s3/s3-fault';

const attempts = 4;

/** Error names of a store that received a corrupted body. The SDK treats them as client errors, and doesn't retry. */
const garbled = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'IncompleteBody']);

/** The location of an object. */
export interface Place {
  Bucket: string;
  Key: string;
}

const md5 = (part: Uint8Array): string => createHash('md5').update(part).digest('base64');
const sha256 = (part: Uint8Array): string => createHash('sha256').update(part).digest('hex');

/** Stores parts of equal size as an object, verified by MD5, with its `sum` (SHA-256). Cleans up on errors. */
export async function writeObject(
  client: S3Client,
  place: Place,
  { parts, sum }: { parts: AsyncIterator<Buffer, void>; sum?: string | undefined },
): Promise<void> {
  const first = await parts.next();
  const part = first.done === true ? Buffer.alloc(0) : first.value;
  const second = await parts.next();
  if (second.done === true) {
    const Metadata = { sha256: sum ?? sha256(part) };
    const put = new PutObjectCommand({ ...place, Body: part, ContentMD5: md5(part), Metadata });
    try {
      await sendBody(() => client.send(put));
    } catch (error) {
      // The object may exist if only the response was lost.
      await client.send(new DeleteObjectCommand(place)).catch(() => undefined);
      throw error;
    }
    return;
  }
  await inParts(client, place, {
    Metadata: sum === undefined ? undefined : { sha256: sum },
    async send(UploadId) {
      const sent: CompletedPart[] = [];
      let bytes = 0;
      const sendOne = async (Body: Buffer): Promise<void> => {
        const PartNumber = sent.length + 1;
        const command = { ...place, UploadId, PartNumber, Body, ContentMD5: md5(Body) };
        const { ETag } = await sendBody(() => client.send(new UploadPartCommand(command)));
        sent.push({ ETag, PartNumber });
        bytes += Body.length;
      };
      await sendOne(part);
      await sendOne(second.value);
      for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
        await sendOne(next.value);
      }
      return { Parts: sent, bytes };
    },
  });
}

/** Creates an object from the parts that `send` uploads to a multipart upload, which is aborted on any error. */
export async function inParts(
  client: S3Client,
  place: Place,
  {
    Metadata,
    send,
  }: {
    Metadata: Record<string, string> | undefined;
    send: (UploadId: string | undefined) => Promise<{ Parts: CompletedPart[]; bytes: number }>;
  },
): Promise<void> {
  const { UploadId } = await ask(client.send(new CreateMultipartUploadCommand({ ...place, Metadata })));
  try {
    const { Parts, bytes } = await send(UploadId);
    const complete = { ...place, UploadId, MultipartUpload: { Parts } };
    await ask(client.send(new CompleteMultipartUploadCommand(complete))).catch(async (error: unknown) => {
      // If the response was lost, the retry finds the upload gone and the object there.
      const found = await client.send(new HeadObjectCommand(place)).catch(() => undefined);
      if (found?.ContentLength !== bytes) throw error;
    });
  } catch (error) {
    // If this fails too, the sweep deletes it.
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** Sends a body that the store verifies, retrying corrupted ones; `StorageUnavailable` if corruption persists. */
async function sendBody<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(send());
    } catch (error) {
      if (!(error instanceof Error) || !garbled.has(error.name)) throw error;
      if (attempt === attempts) {
        throw new StorageUnavailable('the store received different bytes than were sent', { cause: error });
      }
    }
  }
}
