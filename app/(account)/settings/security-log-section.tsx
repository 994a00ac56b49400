'use client';

import { Button } from '@mantine/core';
import { Link } from '#components/ui/link';
import { SettingsSection } from './settings-section';
import * as texts from '#messages/security-log';

/** Links to the account's audit log. */
export function SecurityLogSection() {
  return (
    <SettingsSection title={texts.title()} lead={texts.sectionLead()}>
      <Button component={Link} href="/settings/security-log" variant="default">
        {texts.open()}
      </Button>
    </SettingsSection>
  );
}
