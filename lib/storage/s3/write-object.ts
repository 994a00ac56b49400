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

/** Error names of a store that got another body than was sent. The SDK takes them for our fault, and doesn't retry. */
const garbled = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'IncompleteBody']);

/** An object's place. */
export interface Place {
  Bucket: string;
  Key: string;
}

const md5 = (part: Uint8Array): string => createHash('md5').update(part).digest('base64');
const sha256 = (part: Uint8Array): string => createHash('sha256').update(part).digest('hex');

/** Stores parts of one size as one object, checked by MD5, with the known `sum` (SHA-256). Errors leave nothing behind. */
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
      // It may be there all the same, when only the answer was lost.
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

/** Makes an object of the parts that `send` brings into a multipart upload, which is aborted on any error. */
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
      // The answer may have been lost: repeated, the upload is gone, and the object is there.
      const found = await client.send(new HeadObjectCommand(place)).catch(() => undefined);
      if (found?.ContentLength !== bytes) throw error;
    });
  } catch (error) {
    // If this fails, too, the sweep finds it.
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** Sends a body that the store checks, again where other bytes have come; `StorageUnavailable` when they keep differing. */
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
