/** The sealed cookie of a session as it was sent, in one part or the first of several; undefined without one. */
export function readSessionCookie(header: string | null | undefined): string | undefined {
  return /(?:^|;\s*)(?:__Secure-)?next-auth\.session-token(?:\.0)?=([^;]+)/.exec(header ?? '')?.[1];
}
