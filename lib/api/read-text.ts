import { Refusal } from '#lib/refusal';

/** More than the longest JSON can need: a full vocabulary with every character escaped. */
export const maxJsonBytes = 768 * 1024;

/** The body of a request as text. Refuses one longer than `maxBytes`, and, as `parameter`, one that breaks off. */
export async function readText(
  request: Request,
  { maxBytes, parameter = 'options' }: { maxBytes: number; parameter?: string },
): Promise<string> {
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
    throw new Refusal({
      kind: 'invalid-parameters',
      parameters: { [parameter]: ['The body ends too early.'] },
    });
  }
  return Buffer.concat(chunks).toString('utf8');
}
