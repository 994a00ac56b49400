/** The SDK's description of a response. */
interface Answered {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

/** The store is unreachable, or returns server errors, after all retries. */
export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE';
}

/** True if the store reports that the object or upload doesn't exist. */
export function isMissing(error: unknown): boolean {
  return (error as Answered).$metadata?.httpStatusCode === 404;
}

/** True if the store reports that the range is beyond the object's end. */
export function isBeyondEnd(error: unknown): boolean {
  return (error as Answered).$metadata?.httpStatusCode === 416;
}

/** True if the store reports that it doesn't support the operation. */
export function isUnsupported(error: unknown): boolean {
  const { cause } = error as Error;
  return ((cause ?? error) as Answered).$metadata?.httpStatusCode === 501;
}

/** Awaits a request to the store; an outage becomes a `StorageUnavailable`. */
export async function ask<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    const status = (error as Answered).$metadata?.httpStatusCode;
    const isRefused =
      status !== undefined && status >= 300 && status < 500 && status !== 408 && status !== 429;
    if (isRefused || !(error instanceof Error) || error instanceof StorageUnavailable) throw error;
    throw new StorageUnavailable(`the bucket cannot be used: ${error.message || error.name}`, {
      cause: error,
    });
  }
}
