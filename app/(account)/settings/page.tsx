import type { Metadata } from 'next';
import { requireSession } from '#app/session';
import { toDisplayName } from '#lib/accounts/display-name';
import * as texts from '#messages/settings';
import { DisplayNameSection } from './display-name-section';
import { SettingsFrame } from './settings-frame';
import { EmailSection } from './sign-in/sign-in-sections';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

export default async function Page() {
  const { email, displayName } = await requireSession('/settings');
  return (
    <SettingsFrame email={email} page="profile">
      <DisplayNameSection displayName={displayName} defaultName={toDisplayName(email)} />
      <EmailSection />
    </SettingsFrame>
  );
}
