/** A body whose chunks are made as the client reads them. `leave` is called when it stops reading. */
export function streamBody(
  chunks: AsyncGenerator<string, void>,
  leave: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      async cancel() {
        leave();
        // Chunks that wait to be taken are given up, and with them whatever they follow.
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}
