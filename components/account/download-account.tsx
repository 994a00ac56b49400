import { SettingsSection } from '#components/account/settings-section';
import { DownloadLink } from '#components/download-link';
import { keepingTexts } from '#components/texts/keeping';

const texts = keepingTexts.download;

/** All that the account has, as one archive. */
export function DownloadAccount({ href }: { href: string }) {
  return (
    <SettingsSection title={texts.title} lead={texts.about}>
      <DownloadLink href={href}>{texts.go}</DownloadLink>
    </SettingsSection>
  );
}
