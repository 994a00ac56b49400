import { seal, unseal } from '#lib/ids/seal';

const purpose = 'two-factor secret';

/** An authenticator app's secret as it is stored. */
export function sealTotpSecret(
  secret: string,
  { accountId, text }: { accountId: string; text: string },
): string {
  return seal(secret, { purpose, id: accountId, text });
}

/** The secret of the account's authenticator app; undefined when the installation's secret is another now. */
export function unsealTotpSecret(
  secret: string,
  { accountId, sealed }: { accountId: string; sealed: string },
): string | undefined {
  return unseal(secret, { purpose, id: accountId, sealed });
}
