import { hasOwnPassword } from '#app/(account)/settings/own-account';
import { SettingsSection } from '#app/(account)/settings/settings-section.tsx';
import { requireSession } from '#app/session';
import { readTwoFactor } from '#lib/accounts/two-factor/two-factor';
import * as texts from '#messages/two-factor';
import { TwoFactor } from './two-factor';

/** The second step of signing in, for accounts with a password. */
export async function TwoFactorSection() {
  const { db, accountId } = await requireSession('/settings');
  const [current, isPasswordSet] = await Promise.all([readTwoFactor(db, { accountId }), hasOwnPassword()]);
  if (!isPasswordSet) return null;
  return (
    <SettingsSection title={texts.title()} lead={texts.lead()}>
      <TwoFactor current={current && { ...current, since: current.since.toISOString() }} />
    </SettingsSection>
  );
}
