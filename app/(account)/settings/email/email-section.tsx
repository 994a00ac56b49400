import { hasOwnPassword } from '#app/(account)/settings/own-account';
import { SettingsSection } from '#app/(account)/settings/settings-section.tsx';
import { requireSession } from '#app/session';
import { readEmailChange } from '#lib/accounts/email-change/request-email-change';
import { env } from '#lib/settings/env';
import * as texts from '#messages/email-change';
import { EmailAddress } from './email-address';

/** The account's address, and the one that replaces it once confirmed. */
export async function EmailSection() {
  const { db, accountId, email } = await requireSession('/settings');
  const [change, isPasswordSet] = await Promise.all([readEmailChange(db, { accountId }), hasOwnPassword()]);
  const canMail = env().mail !== undefined;
  return (
    <SettingsSection title={texts.title()} lead={texts.lead()}>
      <EmailAddress
        email={email}
        pending={change?.email}
        obstacle={canMail ? (isPasswordSet ? undefined : 'no-password') : 'no-mail'}
      />
    </SettingsSection>
  );
}
