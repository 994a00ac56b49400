import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { ask, isBeyondEnd, StorageUnavailable } from '#lib/storage/s3/s3-fault';

/** Consecutive requests without a byte before giving up. */
const maxFailures = 5;
const firstWaitMs = 100;

/** Streams bytes from `start` to `end`, inclusive, resuming if cut off. Throws if gone, or `StorageUnavailable`. */
export async function* readObject(
  client: S3Client,
  object: { Bucket: string; Key: string },
  { start, end, silenceMs }: { start: number; end: number; silenceMs: number },
): AsyncGenerator<Uint8Array, void> {
  let at = start;
  let last = end;
  for (let failures = 0; at <= last; failures += 1) {
    const asked = client.send(new GetObjectCommand({ ...object, Range: `bytes=${at}-${last}` }));
    const answer = await ask(asked).catch((error: unknown) => {
      if (isBeyondEnd(error)) return undefined;
      throw error;
    });
    if (answer === undefined) return;
    const body = answer.Body as Readable;
    try {
      const [, first, final] = /^bytes (\d+)-(\d+)\//.exec(answer.ContentRange ?? '') ?? [];
      if (Number(first) !== at)
        throw new StorageUnavailable('the store returned different bytes than requested');
      last = Number(final);
      for await (const chunk of withoutSilence(body, silenceMs)) {
        if (at + chunk.length > last + 1) throw new Error('the store returned more bytes than requested');
        at += chunk.length;
        failures = 0;
        yield chunk;
      }
      if (at <= last) throw new Error('the store returned fewer bytes than requested');
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      if (failures >= maxFailures) {
        throw new StorageUnavailable('the store keeps cutting off its responses', { cause: error });
      }
      await sleep(firstWaitMs * 2 ** failures);
    } finally {
      body.destroy();
    }
  }
}

/** Yields the chunks of a body; destroys it if a chunk takes too long to arrive. The consumer's time doesn't count. */
async function* withoutSilence(body: Readable, silenceMs: number): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  for (;;) {
    const timer = setTimeout(() => body.destroy(new Error(`silent for ${silenceMs} ms`)), silenceMs);
    const next = await chunks.next().finally(() => clearTimeout(timer));
    if (next.done === true) return;
    yield next.value;
  }
}
