import { requireSession } from '#app/session';
import * as texts from '#messages/account-data';
import { DeleteAccount } from './delete-account';
import { hasOwnPassword, readOwnHold } from './own-account';
import { SettingsSection } from './settings-section';

/** Deletes the account with all its data, unless a legal hold keeps it. */
export async function DeleteAccountSection() {
  const { email } = await requireSession('/settings');
  const [isPasswordSet, held] = await Promise.all([hasOwnPassword(), readOwnHold()]);
  return (
    <SettingsSection title={texts.deleteTitle()} lead={texts.deleteLead()}>
      <DeleteAccount email={email} isPasswordSet={isPasswordSet} held={held} />
    </SettingsSection>
  );
}
