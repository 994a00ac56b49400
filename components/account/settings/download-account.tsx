import { Button } from '@mantine/core';
import { SettingsSection } from '#app/(account)/settings/settings-section.tsx';
import * as texts from '#messages/account-data';

/** Downloads all data of the account as one archive. */
export function DownloadAccount({ href }: { href: string }) {
  return (
    <SettingsSection title={texts.exportTitle()} lead={texts.exportLead()}>
      <Button component="a" href={href} download variant="default">
        {texts.exportButton()}
      </Button>
    </SettingsSection>
  );
}
