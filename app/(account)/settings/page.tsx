import { Button, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { requireSession } from '#app/session';
import { PageFrame } from '#components/shell/page-frame';
import { ThemeSelect } from '#components/shell/theme/theme-select';
import { toDisplayName } from '#lib/accounts/display-name';
import * as accountDataTexts from '#messages/account-data';
import * as frameTexts from '#messages/frame';
import * as texts from '#messages/settings';
import { DisplayNameSection } from './display-name-section';
import { LanguageSection } from './language-section';
import { RetentionSection, ShareLinksSection, DeleteAccountSection } from './data-sections';
import { SecurityLogSection } from './security-log-section';
import { SettingsSection } from './settings-section';
import {
  PasswordSection,
  TwoFactorSection,
  PasskeysSection,
  SessionsSection,
  EmailSection,
} from './sign-in/sign-in-sections';
import { VocabularySection, NotificationsSection, UsageSection } from './transcription-sections';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: texts.title() });

export default async function Page() {
  const { email, displayName, language } = await requireSession('/settings');
  return (
    <PageFrame email={email}>
      <Title order={1}>{texts.title()}</Title>
      <DisplayNameSection displayName={displayName} defaultName={toDisplayName(email)} />
      <EmailSection />
      <PasswordSection />
      <TwoFactorSection />
      <PasskeysSection />
      <SessionsSection />
      <SecurityLogSection />
      <SettingsSection title={frameTexts.theme()} lead={frameTexts.themeLead()}>
        <ThemeSelect aria-label={frameTexts.theme()} maw="24rem" />
      </SettingsSection>
      <LanguageSection language={language} />
      <NotificationsSection />
      <VocabularySection />
      <UsageSection />
      <ShareLinksSection />
      <RetentionSection />
      <SettingsSection title={accountDataTexts.exportTitle()} lead={accountDataTexts.exportLead()}>
        <Button component="a" href="/settings/export" download variant="default">
          {accountDataTexts.exportButton()}
        </Button>
      </SettingsSection>
      <DeleteAccountSection />
    </PageFrame>
  );
}
