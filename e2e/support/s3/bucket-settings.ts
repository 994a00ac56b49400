import type { S3Server } from './start-s3-server';

/** Returns the variables with which Longhand keeps media and uploads in this store. */
export function bucketSettings({ url, bucket }: Pick<S3Server, 'url' | 'bucket'>): Record<string, string> {
  return {
    LONGHAND_STORAGE: `s3://${bucket}`,
    AWS_ENDPOINT_URL_S3: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test:tester',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
}
