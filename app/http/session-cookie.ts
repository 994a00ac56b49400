/** The session's sealed cookie, whole or the first of several parts; undefined without one. */
export function readSessionCookie(header: string | null | undefined): string | undefined {
  return /(?:^|;\s*)(?:__Secure-)?next-auth\.session-token(?:\.0)?=([^;]+)/.exec(header ?? '')?.[1];
}
