import { hasOwnPassword } from '#app/(account)/settings/own-account';
import { SettingsSection } from '#app/(account)/settings/settings-section.tsx';
import { requireSession } from '#app/session';
import { listPasskeys } from '#lib/accounts/passkeys/passkeys';
import { getRelyingParty } from '#lib/accounts/passkeys/relying-party';
import { env } from '#lib/settings/env';
import * as texts from '#messages/passkeys';
import { Passkeys } from './passkeys';

/** The passkeys that sign in to the account. */
export async function PasskeysSection() {
  const { db, accountId } = await requireSession('/settings');
  const [passkeys, isPasswordSet] = await Promise.all([listPasskeys(db, { accountId }), hasOwnPassword()]);
  const { baseUrl } = env();
  return (
    <SettingsSection title={texts.title()} lead={texts.lead()}>
      <Passkeys
        passkeys={passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
          ...passkey,
          addedAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString(),
        }))}
        address={baseUrl}
        isAvailable={getRelyingParty(baseUrl) !== undefined}
        isPasswordSet={isPasswordSet}
      />
    </SettingsSection>
  );
}
