import { log } from '#lib/log';

/** A right that is asked for again at most so often while bytes flow. */
const recheckMs = 500;

/**
 * A stream of these bytes, taken only as fast as the client reads. It breaks off as soon as `isAllowed` says no: one
 * request may play for hours. A client that goes away ends the generator.
 */
export function streamFile(
  bytes: AsyncGenerator<Uint8Array, void>,
  isAllowed: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  let checkedAt = Date.now();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          if (Date.now() - checkedAt > recheckMs) {
            if (!(await isAllowed())) throw new Error('no longer allowed');
            checkedAt = Date.now();
          }
          const { value, done } = await bytes.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          log().info({ err: error }, 'playing breaks off');
          await bytes.return();
          controller.error(error);
        }
      },
      cancel: async () => {
        await bytes.return();
      },
    },
    { highWaterMark: 0 },
  );
}
