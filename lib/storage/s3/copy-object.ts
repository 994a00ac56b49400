import {
  CopyObjectCommand,
  HeadObjectCommand,
  UploadPartCopyCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { ask } from '#lib/storage/s3/s3-fault';
import { inParts, type Place } from '#lib/storage/s3/write-object';

/** Larger objects are copied in parts: the store sends nothing while copying, and copies at most 5 GB at once. */
const copyBytes = 256 * 1024 ** 2;

/** Copies an object within the store; returns its bytes. Throws if the object is gone. */
export async function copyObject(
  client: S3Client,
  { from, to, partBytes = copyBytes }: { from: Place; to: Place; partBytes?: number | undefined },
): Promise<number> {
  const { ContentLength: bytes = 0, Metadata } = await ask(client.send(new HeadObjectCommand(from)));
  const CopySource = `${from.Bucket}/${from.Key.split('/').map(encodeURIComponent).join('/')}`;
  if (bytes <= partBytes) {
    await ask(client.send(new CopyObjectCommand({ ...to, CopySource })));
    return bytes;
  }
  await inParts(client, to, {
    Metadata,
    async send(UploadId) {
      const Parts: CompletedPart[] = [];
      for (let at = 0; at < bytes; at += partBytes) {
        const PartNumber = Parts.length + 1;
        const CopySourceRange = `bytes=${at}-${Math.min(at + partBytes, bytes) - 1}`;
        const command = { ...to, UploadId, PartNumber, CopySource, CopySourceRange };
        const { CopyPartResult } = await ask(client.send(new UploadPartCopyCommand(command)));
        Parts.push({ ETag: CopyPartResult?.ETag, PartNumber });
      }
      return { Parts, bytes };
    },
  });
  return bytes;
}
