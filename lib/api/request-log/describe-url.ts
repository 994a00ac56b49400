const maxLength = 300;

const harmlessValue = /^[\w.,:-]{1,64}$/;

/** Longhand's own secrets, wherever they were written by mistake. */
const secrets = /(lh_(?:live|test)_)\w+|(whsec_)[\w+/=%-]+/g;

/**
 * The path of a request as its log keeps it: with those query parameters that the operation knows, other values as `…`,
 * and without secrets.
 */
export function describeUrl(url: string, knownParameters: readonly string[]): string {
  const { pathname, searchParams } = new URL(url);
  const query = knownParameters.flatMap((name) => {
    const value = searchParams.get(name);
    if (value === null) return [];
    return [`${name}=${harmlessValue.test(value) ? value : '…'}`];
  });
  const path = query.length === 0 ? pathname : `${pathname}?${query.join('&')}`;
  const cleaned = path.replaceAll(secrets, '$1$2…');
  return cleaned.length > maxLength ? `${cleaned.slice(0, maxLength - 1)}…` : cleaned;
}
