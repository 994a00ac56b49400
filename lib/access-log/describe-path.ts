const maxLength = 300;

/** IDs have 22 characters; what is longer may be a token, a ticket or a key, unless it is made of plain words. */
const maxSegment = 22;

/** Their names follow from their contents. */
const assets = /^\/_next\/static\/[\w./~%-]*$/;

const long = new RegExp(String.raw`(?![a-z-]+(?:[/\\]|$))[^/\\]{${maxSegment + 1},}`, 'g');

/** The path of a request's target as the log and traces have it: without its query, and with `…` for whatever may be a secret. */
export function describePath(target: string): string {
  const query = target.search(/[?#]/);
  const path = query === -1 ? target : target.slice(0, query);
  const cleaned = assets.test(path) ? path : path.replaceAll(long, '…');
  return cleaned.length > maxLength ? `${cleaned.slice(0, maxLength - 1)}…` : cleaned;
}
