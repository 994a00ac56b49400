import { requireSession } from '#app/session';
import { listAccountShareLinks } from '#lib/share-links/list-account-share-links';
import * as texts from '#messages/shared-transcripts';
import { SettingsSection } from './settings-section';
import { ShareLinks } from './share-links';

/** The account's share links that still work. */
export async function ShareLinksSection() {
  const { db, accountId } = await requireSession('/settings');
  const links = await listAccountShareLinks(db, { accountId });
  return (
    <SettingsSection title={texts.title()} lead={links.length === 0 ? texts.empty() : texts.lead()}>
      <ShareLinks
        links={links.map(({ createdAt, jobId, jobName, name, expiresAt, ...link }) => ({
          ...link,
          madeAt: createdAt.toISOString(),
          expiresAt: expiresAt?.toISOString() ?? null,
          name: jobName,
          forWhom: name,
          href: `/editor/${jobId}`,
        }))}
      />
    </SettingsSection>
  );
}
