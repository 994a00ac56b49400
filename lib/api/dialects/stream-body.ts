/** Creates a stream whose chunks, texts or bytes, are generated as they are read. Calls `leave` when reading stops. */
export function streamBody(
  chunks: AsyncGenerator<string | Uint8Array, void>,
  leave: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done === true) return controller.close();
        const { value } = next;
        controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      },
      async cancel() {
        leave();
        // Ends the generator, which stops watching its sources.
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}
