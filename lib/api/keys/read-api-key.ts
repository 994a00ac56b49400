/** Reads the API key of `Authorization`, unverified: Bearer, or Basic's password or user (RFC 7617); else undefined. */
export function readApiKey(request: Request): string | undefined {
  return readBearerToken(request) ?? readBasicKey(request);
}

function readBasicKey(request: Request): string | undefined {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, user = '', password = ''] =
    /^([^:]*):?(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  // A client that requires both fields may send anything beside the key.
  return [password, user].find((text) => text.startsWith('lh_')) ?? (password || user || undefined);
}

/** Reads the token of the `Authorization: Bearer` header; undefined if there is none. */
export function readBearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}
