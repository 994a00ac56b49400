import { requireSession } from '#app/session';
import { readEmailWhenDone } from '#lib/accounts/settings/email-when-done';
import { env } from '#lib/settings/env';
import * as texts from '#messages/notifications';
import { Notifications } from './notifications';
import { SettingsSection } from './settings-section';

/** Notices of finished transcripts, in this browser and by email. */
export async function NotificationsSection() {
  const { db, accountId, email } = await requireSession('/settings');
  const emailWhenDone = await readEmailWhenDone(db, { accountId });
  return (
    <SettingsSection title={texts.title()} lead={texts.lead()}>
      <Notifications email={email} canEmail={env().mail !== undefined} emailWhenDone={emailWhenDone} />
    </SettingsSection>
  );
}
