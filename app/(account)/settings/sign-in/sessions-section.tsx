import { SettingsSection } from '#app/(account)/settings/settings-section.tsx';
import { requireSession } from '#app/session';
import { describeDevice } from '#lib/accounts/sessions/describe-device';
import { listSessions } from '#lib/accounts/sessions/list-sessions';
import * as texts from '#messages/settings';
import { Sessions } from './sessions';

/** The browsers that are signed in to the account. */
export async function SessionsSection() {
  const { db, accountId, sessionId } = await requireSession('/settings');
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
