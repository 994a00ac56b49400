'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { SettingsSection } from '#components/account/settings/settings-section';
import * as texts from '#messages/security-log';

/** Leads to the page of what was done to the account. */
export function SecurityLogSection({ href }: { href: string }) {
  return (
    <SettingsSection title={texts.title()} lead={texts.sectionLead()}>
      <Button component={Link} href={href} variant="default">
        {texts.open()}
      </Button>
    </SettingsSection>
  );
}
