import { ButtonLink } from '#components/ui/button-link';
import { SettingsSection } from '#components/account/settings/settings-section';
import * as texts from '#messages/security-log';

/** Leads to the page of what was done to the account. */
export function SecurityLogSection({ href }: { href: string }) {
  return (
    <SettingsSection title={texts.title()} lead={texts.sectionLead()}>
      <ButtonLink href={href} look="default">
        {texts.open()}
      </ButtonLink>
    </SettingsSection>
  );
}
