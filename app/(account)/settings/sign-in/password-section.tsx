import { hasOwnPassword } from '#app/(account)/settings/own-account';
import { SettingsSection } from '#app/(account)/settings/settings-section.tsx';
import { requireSession } from '#app/session';
import * as authTexts from '#messages/auth';
import * as texts from '#messages/settings';
import { ChangePassword } from './change-password';

/** Changes the account's password, if it has one. */
export async function PasswordSection() {
  const { email } = await requireSession('/settings');
  if (!(await hasOwnPassword())) {
    return <SettingsSection title={authTexts.password()} lead={texts.noPassword()} />;
  }
  return (
    <SettingsSection title={authTexts.password()} lead={texts.passwordLead()}>
      <ChangePassword email={email} />
    </SettingsSection>
  );
}
