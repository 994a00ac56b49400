import { Refusal } from '#lib/refusal';

/** The body of a request as text. Refuses one longer than `maxBytes`, and one that breaks off. */
export async function readText(request: Request, { maxBytes }: { maxBytes: number }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Refusal({ kind: 'payload-too-large', maxBytes });
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The client went away, or its body broke off.
    throw new Refusal({ kind: 'invalid-parameters', parameters: { options: ['The body ends too early.'] } });
  }
  return Buffer.concat(chunks).toString('utf8');
}
