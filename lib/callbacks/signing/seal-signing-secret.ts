import { seal, unseal } from '#lib/ids/seal';

const purpose = 'signing secret';
const plain = 'whsec_';
const sealed = 'sealed.';

/** A signing secret as it is stored, under the installation's secret and for its row. */
export function sealSigningSecret(secret: string, { id, text }: { id: string; text: string }): string {
  return `${sealed}${seal(secret, { purpose, id, text })}`;
}

/**
 * The signing secret of a row; undefined when the installation's secret is another now. One that was stored in plain
 * text is given as it is.
 */
export function unsealSigningSecret(
  secret: string,
  { id, stored }: { id: string; stored: string },
): string | undefined {
  if (stored.startsWith(plain)) return stored;
  return unseal(secret, { purpose, id, sealed: stored.slice(sealed.length) });
}
