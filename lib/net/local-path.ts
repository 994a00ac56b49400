const nowhere = 'http://nowhere.invalid';

/** Returns the local path that a request may redirect to; undefined for other origins, `//host`, `/\host`, schemes. */
export function localPath(asked: string | undefined): string | undefined {
  if (asked === undefined || !asked.startsWith('/') || !URL.canParse(asked, nowhere)) return undefined;
  const url = new URL(asked, nowhere);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//host` parses to the path `//host`, which a browser takes for a host.
  return url.origin === nowhere && !path.startsWith('//') ? path : undefined;
}
