/** The parts of a multipart body (RFC 7578) before and after a recording. */
export interface EncodedForm {
  contentType: string;
  head: Uint8Array;
  tail: Uint8Array;
}

/**
 * Encodes a form with the options as JSON, the transcript, if any, and the recording, whose bytes go between head and
 * tail.
 */
export function encodeForm(
  { name, type }: { name: string; type: string },
  { options, transcript }: { options: string; transcript?: Uint8Array | undefined },
  boundary = `longhand-${randomHex(16)}`,
): EncodedForm {
  const encoder = new TextEncoder();
  const begin = (...lines: string[]) => encoder.encode([`--${boundary}`, ...lines, '', ''].join('\r\n'));
  const end = encoder.encode('\r\n');
  const head = [
    begin('Content-Disposition: form-data; name="options"', 'Content-Type: application/json'),
    encoder.encode(options),
    end,
    ...(transcript === undefined
      ? []
      : [begin('Content-Disposition: form-data; name="transcript"; filename="transcript"'), transcript, end]),
    begin(
      `Content-Disposition: form-data; name="media"; filename="${escapeName(name)}"`,
      `Content-Type: ${type.replaceAll(/[\r\n]/g, '')}`,
    ),
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: join(head),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
  };
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Escapes a name as the HTML standard does in forms. */
const escapeName = (name: string): string =>
  name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

/** This many random bytes in hexadecimal. */
export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
