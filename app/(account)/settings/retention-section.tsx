import { requireSession } from '#app/session';
import { readRetention } from '#lib/accounts/settings/retention';
import * as texts from '#messages/data-retention';
import { readOwnHold } from './own-account';
import { Retention } from './retention';
import { SettingsSection } from './settings-section';

/** Data retention: the times to keep originals, recordings and jobs. */
export async function RetentionSection() {
  const { db, accountId } = await requireSession('/settings');
  const [current, held] = await Promise.all([readRetention(db, { accountId }), readOwnHold()]);
  return (
    <SettingsSection title={texts.title()} lead={texts.lead()}>
      <Retention current={current} held={held} />
    </SettingsSection>
  );
}
