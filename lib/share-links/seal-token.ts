import { seal, unseal } from '#lib/ids/seal';

/* A share link's token, encrypted at rest so that its owner can copy the link again. */

const purpose = 'share link';

/** The token as it is stored. */
export function sealToken(secret: string, { id, token }: { id: string; token: string }): string {
  return seal(secret, { purpose, id, text: token });
}

/** The token of a link; undefined for one that was sealed under another secret, for another link, or was changed. */
export function openToken(
  secret: string,
  { id, sealed }: { id: string; sealed: string },
): string | undefined {
  return unseal(secret, { purpose, id, sealed });
}
