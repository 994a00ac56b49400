/** The API key of `Authorization`: Bearer, or Basic's password or user (RFC 7617). Undefined without; not verified. */
export function readApiKey(request: Request): string | undefined {
  return readBearerToken(request) ?? readBasicKey(request);
}

function readBasicKey(request: Request): string | undefined {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, user = '', password = ''] =
    /^([^:]*):?(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  // A program that wants both to be filled in may be given anything beside the key.
  return [password, user].find((text) => text.startsWith('lh_')) ?? (password || user || undefined);
}

/** The token of the `Authorization: Bearer` header; undefined if there is none. */
export function readBearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}
