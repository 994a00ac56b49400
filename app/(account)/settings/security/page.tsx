import type { Metadata } from 'next';
import { SecurityLogSection } from '#app/(account)/settings/security-log-section.tsx';
import { SettingsFrame } from '#app/(account)/settings/settings-frame.tsx';
import {
  PasskeysSection,
  PasswordSection,
  SessionsSection,
  TwoFactorSection,
} from '#app/(account)/settings/sign-in/sign-in-sections.tsx';
import { requireSession } from '#app/session';
import * as texts from '#messages/settings';

export const generateMetadata = (): Metadata => ({ title: texts.security() });

export default async function Page() {
  const { email } = await requireSession('/settings/security');
  return (
    <SettingsFrame email={email} page="security">
      <PasswordSection />
      <TwoFactorSection />
      <PasskeysSection />
      <SessionsSection />
      <SecurityLogSection />
    </SettingsFrame>
  );
}
