/** The token of the `Authorization: Bearer` header; undefined if there is none. */
export function readBearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}
