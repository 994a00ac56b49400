import { ask, StorageUnavailable } from '#lib/storage/s3/s3-fault';

const attempts = 4;

/** Error names of a store that got another body than was sent. The SDK takes them for our fault, and doesn't retry. */
const garbled = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'IncompleteBody']);

/** Sends a body that the store checks, again where other bytes have come; `StorageUnavailable` when that goes on. */
export async function sendBody<Answer>(send: () => Promise<Answer>): Promise<Answer> {
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
