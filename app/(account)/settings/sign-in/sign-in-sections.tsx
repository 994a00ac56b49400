import { hasOwnPassword } from '#app/(account)/settings/own-account';
import { SettingsSection } from '#app/(account)/settings/settings-section.tsx';
import { requireSession } from '#app/session';
import * as authTexts from '#messages/auth';
import * as texts from '#messages/settings';
import { readTwoFactor } from '#lib/accounts/two-factor/two-factor';
import * as twoFactorTexts from '#messages/two-factor';
import { listPasskeys } from '#lib/accounts/passkeys/passkeys';
import { getRelyingParty } from '#lib/accounts/passkeys/relying-party';
import { env } from '#lib/settings/env';
import * as passkeysTexts from '#messages/passkeys';
import { describeDevice } from '#lib/accounts/sessions/describe-device';
import { listSessions } from '#lib/accounts/sessions/read-session';
import { readEmailChange } from '#lib/accounts/email-change/email-change';
import * as emailChangeTexts from '#messages/email-change';
import { EmailAddress } from '#app/(account)/settings/email/email-address.tsx';
import { ChangePassword } from './change-password';
import { TwoFactor } from './two-factor';
import { Passkeys } from './passkeys';
import { Sessions } from './sessions';

/** Changes the account's password, if it has one. */
export async function PasswordSection() {
  const { email } = await requireSession('/settings/security');
  if (!(await hasOwnPassword())) {
    return <SettingsSection title={authTexts.password()} lead={texts.noPassword()} />;
  }
  return (
    <SettingsSection title={authTexts.password()} lead={texts.passwordLead()}>
      <ChangePassword email={email} />
    </SettingsSection>
  );
}

/** Two-factor sign-in, for accounts with a password. */
export async function TwoFactorSection() {
  const { db, accountId } = await requireSession('/settings/security');
  const [current, isPasswordSet] = await Promise.all([readTwoFactor(db, { accountId }), hasOwnPassword()]);
  if (!isPasswordSet) return null;
  return (
    <SettingsSection title={twoFactorTexts.title()} lead={twoFactorTexts.lead()}>
      <TwoFactor current={current} />
    </SettingsSection>
  );
}

/** The account's passkeys. */
export async function PasskeysSection() {
  const { db, accountId } = await requireSession('/settings/security');
  const [passkeys, isPasswordSet] = await Promise.all([listPasskeys(db, { accountId }), hasOwnPassword()]);
  const { baseUrl } = env();
  return (
    <SettingsSection title={passkeysTexts.title()} lead={passkeysTexts.lead()}>
      <Passkeys
        passkeys={passkeys}
        address={baseUrl}
        isAvailable={getRelyingParty(baseUrl) !== undefined}
        isPasswordSet={isPasswordSet}
      />
    </SettingsSection>
  );
}

/** The account's signed-in browsers. */
export async function SessionsSection() {
  const { db, accountId, sessionId } = await requireSession('/settings/security');
  const sessions = await listSessions(db, { accountId });
  return (
    <SettingsSection title={texts.sessions()} lead={texts.sessionsLead()}>
      <Sessions
        sessions={sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
          id,
          ...describeDevice(userAgent),
          signedInAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          isThis: id === sessionId,
        }))}
      />
    </SettingsSection>
  );
}

/** The account's email address, and a pending new one. */
export async function EmailSection() {
  const { db, accountId, email } = await requireSession('/settings');
  const [change, isPasswordSet] = await Promise.all([readEmailChange(db, { accountId }), hasOwnPassword()]);
  const canMail = env().mail !== undefined;
  return (
    <SettingsSection title={emailChangeTexts.title()} lead={emailChangeTexts.lead()}>
      <EmailAddress
        email={email}
        pending={change?.email}
        obstacle={canMail ? (isPasswordSet ? undefined : 'no-password') : 'no-mail'}
      />
    </SettingsSection>
  );
}
