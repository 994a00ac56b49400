import type { Metadata } from 'next';
import { LanguageSection } from '#app/(account)/settings/language-section.tsx';
import { SettingsFrame } from '#app/(account)/settings/settings-frame.tsx';
import { SettingsSection } from '#app/(account)/settings/settings-section.tsx';
import { NotificationsSection, VocabularySection } from '#app/(account)/settings/transcription-sections.tsx';
import { requireSession } from '#app/session';
import { ThemeSelect } from '#components/shell/theme/theme-select';
import * as frameTexts from '#messages/frame';
import * as texts from '#messages/settings';

export const generateMetadata = (): Metadata => ({ title: texts.preferences() });

export default async function Page() {
  const { email, language } = await requireSession('/settings/preferences');
  return (
    <SettingsFrame email={email} page="preferences">
      <SettingsSection title={frameTexts.theme()} lead={frameTexts.themeLead()}>
        <ThemeSelect aria-label={frameTexts.theme()} maw="24rem" />
      </SettingsSection>
      <LanguageSection language={language} />
      <NotificationsSection />
      <VocabularySection />
    </SettingsFrame>
  );
}
