import { log } from '#lib/settings/log';

/** The interval of access checks. */
const recheckMs = 500;

/**
 * Streams these bytes only as fast as the client reads. Calls `isAllowed` every half second, since one request may play
 * for hours. When it returns false or fails, the stream breaks off and the generator ends, even if the client has
 * stopped reading. A disconnect ends the generator, too.
 */
export function streamFile(
  bytes: AsyncGenerator<Uint8Array, void>,
  isAllowed: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  let hasEnded = false;
  let check: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    hasEnded = true;
    clearInterval(timer);
    await bytes.return();
  };
  const breakOff = async (controller: ReadableStreamDefaultController, error: unknown): Promise<void> => {
    if (hasEnded) return;
    log().info({ err: error }, 'media stream closed early');
    controller.error(error);
    await end();
  };
  const ask = async (controller: ReadableStreamDefaultController): Promise<void> => {
    try {
      if (!(await isAllowed())) throw new Error('no longer allowed');
    } catch (error) {
      await breakOff(controller, error);
    }
    check = undefined;
  };
  return new ReadableStream(
    {
      start(controller) {
        timer = setInterval(() => void (check ??= ask(controller)), recheckMs);
      },
      async pull(controller) {
        try {
          // Reads nothing more while the check is pending.
          await check;
          if (hasEnded) return;
          const { value, done } = await bytes.next();
          if (hasEnded) return;
          if (done !== true) return controller.enqueue(value);
          controller.close();
          await end();
        } catch (error) {
          await breakOff(controller, error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
