import type { Env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';
import { Stop } from '#bin/cli-output.mjs';

/** Stops if media are in an unusable bucket. Disks aren't checked: errors when writing say more. */
export async function checkStorage({ dataDir, bucket }: Pick<Env, 'dataDir' | 'bucket'>): Promise<void> {
  if (bucket === undefined) return;
  try {
    await openStorage({ dataDir, bucket }).check();
  } catch (error) {
    throw new Stop(`LONGHAND_STORAGE: the bucket ${bucket.bucket} can't be used (${explain(error)})`);
  }
}

/** Responses to HEAD have a status but no message. */
function explain(error: unknown): string {
  const { message, cause, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  switch ($metadata?.httpStatusCode) {
    case 403:
      return 'access denied for these credentials';
    case 404:
      return "the bucket doesn't exist";
    case 301:
      return 'it is in another region: set AWS_REGION';
    default:
      return cause instanceof Error ? describe(cause) : message;
  }
}

/** An error of several addresses of a host has no message. */
function describe(cause: Error): string {
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
