import { requireSession } from '#app/session';
import { readRetention } from '#lib/accounts/settings/retention';
import * as texts from '#messages/data-retention';
import { listAccountShareLinks } from '#lib/share-links/list-share-links';
import * as sharedTranscriptsTexts from '#messages/shared-transcripts';
import * as accountDataTexts from '#messages/account-data';
import { readOwnHold, hasOwnPassword } from './own-account';
import { Retention } from './retention';
import { SettingsSection } from './settings-section';
import { ShareLinks } from './share-links';
import { DeleteAccount } from './delete-account';

/** Data retention of originals, recordings and jobs. */
export async function RetentionSection() {
  const { db, accountId } = await requireSession('/settings/data');
  const [current, held] = await Promise.all([readRetention(db, { accountId }), readOwnHold()]);
  return (
    <SettingsSection title={texts.title()} lead={texts.lead()}>
      <Retention current={current} held={held} />
    </SettingsSection>
  );
}

/** The account's active share links. */
export async function ShareLinksSection() {
  const { db, accountId } = await requireSession('/settings/data');
  const links = await listAccountShareLinks(db, { accountId });
  return (
    <SettingsSection
      title={sharedTranscriptsTexts.title()}
      lead={links.length === 0 ? sharedTranscriptsTexts.empty() : sharedTranscriptsTexts.lead()}
    >
      <ShareLinks links={links} />
    </SettingsSection>
  );
}

/** Deletes the account and all its data, except under a legal hold. */
export async function DeleteAccountSection() {
  const { email } = await requireSession('/settings/data');
  const [isPasswordSet, held] = await Promise.all([hasOwnPassword(), readOwnHold()]);
  return (
    <SettingsSection title={accountDataTexts.deleteTitle()} lead={accountDataTexts.deleteLead()}>
      <DeleteAccount email={email} isPasswordSet={isPasswordSet} held={held} />
    </SettingsSection>
  );
}
