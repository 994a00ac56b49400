const nowhere = 'http://nowhere.invalid';

/**
 * The path, with its query and fragment, that a browser may be sent to because a request asked for it. Undefined
 * for whatever could lead to another site: other origins, `//host`, `/\host`, other schemes.
 */
export function localPath(asked: string | undefined): string | undefined {
  if (asked === undefined || !asked.startsWith('/') || !URL.canParse(asked, nowhere)) return undefined;
  const url = new URL(asked, nowhere);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//host` parses to the path `//host`, which a browser would take for a host.
  return url.origin === nowhere && !path.startsWith('//') ? path : undefined;
}
