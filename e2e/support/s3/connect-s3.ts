import { S3Client } from '@aws-sdk/client-s3';
import { s3ClientConfig } from '#lib/storage/s3/s3-client';
import type { S3Server } from './start-s3-server';

/** A client of the store; one that is silent for `silenceMs` is asked again. */
export function connectS3({ url }: Pick<S3Server, 'url'>, silenceMs?: number): S3Client {
  return new S3Client({
    ...s3ClientConfig({ pathStyle: true }, silenceMs),
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test:tester', secretAccessKey: 'test' },
  });
}
