/** The SDK's description of a response. */
interface Answered {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

/** The store can't be reached, or answers with errors of its own, after all repetitions. */
export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE';
}

/** True if the store answered that there is no such object or upload. */
export function isMissing(error: unknown): boolean {
  return (error as Answered).$metadata?.httpStatusCode === 404;
}

/** True if the store answered that the object has no such bytes. */
export function isBeyondEnd(error: unknown): boolean {
  return (error as Answered).$metadata?.httpStatusCode === 416;
}

/** True if the store answered that it does not know how to do this. */
export function isUnsupported(error: unknown): boolean {
  const { cause } = error as Error;
  return ((cause ?? error) as Answered).$metadata?.httpStatusCode === 501;
}

/** Awaits what is asked of the store; an outage of the store becomes a `StorageUnavailable`. */
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
