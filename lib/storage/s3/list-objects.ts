import {
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { ask, isUnsupported } from '#lib/storage/s3/s3-fault';

interface Within {
  Bucket: string;
  Prefix: string;
}

/** Lists all objects below a prefix, page by page. */
export async function* listObjects(
  client: S3Client,
  within: Within,
): AsyncGenerator<{ key: string; changedAt: Date }, void> {
  let ContinuationToken: string | undefined;
  do {
    const page = await ask(client.send(new ListObjectsV2Command({ ...within, ContinuationToken })));
    for (const { Key: key, LastModified: changedAt } of page.Contents ?? []) {
      if (key !== undefined && changedAt !== undefined) yield { key, changedAt };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

/** Lists all unfinished multipart uploads below a prefix; none if the store can't list them. */
export async function* listUnfinished(
  client: S3Client,
  within: Within,
): AsyncGenerator<{ key: string; uploadId: string; begunAt: Date }, void> {
  let KeyMarker: string | undefined;
  let UploadIdMarker: string | undefined;
  for (;;) {
    const page = await listPage(client, { ...within, KeyMarker, UploadIdMarker });
    for (const { Key: key, UploadId: uploadId, Initiated: begunAt } of page?.Uploads ?? []) {
      if (key && uploadId && begunAt) yield { key, uploadId, begunAt };
    }
    if (page?.IsTruncated !== true || page.NextKeyMarker === undefined) return;
    ({ NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page);
  }
}

async function listPage(
  client: S3Client,
  input: Within & { KeyMarker: string | undefined; UploadIdMarker: string | undefined },
): Promise<ListMultipartUploadsCommandOutput | undefined> {
  try {
    return await ask(client.send(new ListMultipartUploadsCommand(input)));
  } catch (error) {
    if (isUnsupported(error)) return undefined;
    throw error;
  }
}
