const maxLength = 300;

/** IDs have 22 characters. A longer segment may be a token, ticket or key, unless it consists of plain words. */
const maxSegment = 22;

/** Asset names contain content hashes, not secrets. */
const assets = /^\/_next\/static\/[\w./~%-]*$/;

const long = new RegExp(String.raw`(?![a-z-]+(?:[/\\]|$))[^/\\]{${maxSegment + 1},}`, 'g');

/** Returns the path of a request target for the log and traces, without its query and with `…` for possible secrets. */
export function describePath(target: string): string {
  const query = target.search(/[?#]/);
  const path = query === -1 ? target : target.slice(0, query);
  const cleaned = assets.test(path) ? path : path.replaceAll(long, '…');
  return cleaned.length > maxLength ? `${cleaned.slice(0, maxLength - 1)}…` : cleaned;
}
