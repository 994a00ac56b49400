/** The parts of a multipart body (RFC 7578) before and after a recording. */
export interface EncodedForm {
  contentType: string;
  head: Uint8Array;
  tail: Uint8Array;
}

/** Encodes a form of the options, as JSON, and the recording, whose bytes come between head and tail. */
export function encodeForm(
  { name, type }: { name: string; type: string },
  options: string,
  boundary = `longhand-${randomHex(16)}`,
): EncodedForm {
  const encoder = new TextEncoder();
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="options"',
    'Content-Type: application/json',
    '',
    options,
    `--${boundary}`,
    `Content-Disposition: form-data; name="media"; filename="${escapeName(name)}"`,
    `Content-Type: ${type.replaceAll(/[\r\n]/g, '')}`,
    '',
    '',
  ].join('\r\n');
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: encoder.encode(head),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
  };
}

/** As the HTML standard escapes a name in a form. */
const escapeName = (name: string): string =>
  name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

/** This many random bytes in hexadecimal. */
export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
