import { S3Client } from '@aws-sdk/client-s3';
import type { BucketSettings } from '#lib/settings/env';
import { perProcess } from '#lib/per-process';

/** Timeout without data after which the request, or the rest of it, is retried. */
export const silenceMs = 30_000;

const connectMs = 5000;
const attempts = 4;

/** Returns the configuration of the bucket's clients. URL, region and credentials are the SDK's usual variables. */
export function s3ClientConfig({ pathStyle }: Pick<BucketSettings, 'pathStyle'>, silence = silenceMs) {
  return {
    forcePathStyle: pathStyle,
    // Many stores other than AWS's support no other checksums; ours are MD5 and SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      // Applies to the whole request until its response begins: a large part may take long on a slow line.
      requestTimeout: 4 * silence,
      throwOnRequestTimeout: true,
      socketTimeout: silence,
    },
  } as const;
}

/** Returns the process's one client for this bucket. */
export function s3Client(bucket: BucketSettings): S3Client {
  const clients = perProcess('longhandS3', () => new Map<boolean, S3Client>());
  const known = clients.get(bucket.pathStyle) ?? new S3Client(s3ClientConfig(bucket));
  clients.set(bucket.pathStyle, known);
  return known;
}
