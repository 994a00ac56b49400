import { S3Client } from '@aws-sdk/client-s3';
import { s3ClientConfig } from '#lib/storage/s3/s3-client';
import type { S3Server } from './start-s3-server';

/** Returns a client of the store; it retries if the store is silent for `silenceMs`. */
export function connectS3({ url }: Pick<S3Server, 'url'>, silenceMs?: number): S3Client {
  return new S3Client({
    ...s3ClientConfig({ pathStyle: true }, silenceMs),
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test:tester', secretAccessKey: 'test' },
  });
}
