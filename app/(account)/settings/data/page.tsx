import { Button } from '@mantine/core';
import type { Metadata } from 'next';
import {
  DeleteAccountSection,
  RetentionSection,
  ShareLinksSection,
} from '#app/(account)/settings/data-sections.tsx';
import { SettingsFrame } from '#app/(account)/settings/settings-frame.tsx';
import { SettingsSection } from '#app/(account)/settings/settings-section.tsx';
import { UsageSection } from '#app/(account)/settings/transcription-sections.tsx';
import { requireSession } from '#app/session';
import { env } from '#lib/settings/env';
import * as accountDataTexts from '#messages/account-data';
import * as texts from '#messages/settings';

export const generateMetadata = (): Metadata => ({ title: texts.data() });

export default async function Page() {
  const { email } = await requireSession('/settings/data');
  return (
    <SettingsFrame email={email} page="data">
      {/* If transcription costs money, the balance page shows the usage instead. */}
      {env().priceCentsPerMinute === 0 && <UsageSection />}
      <ShareLinksSection />
      <RetentionSection />
      <SettingsSection title={accountDataTexts.exportTitle()} lead={accountDataTexts.exportLead()}>
        <Button component="a" href="/settings/export" download variant="default">
          {accountDataTexts.exportButton()}
        </Button>
      </SettingsSection>
      <DeleteAccountSection />
    </SettingsFrame>
  );
}
