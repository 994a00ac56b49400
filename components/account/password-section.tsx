'use client';

import { Alert } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionForm, type Outcome } from '#components/account/action-form';
import { NewPasswordField, PasswordField, SettledEmail } from '#components/account/fields';
import { SettingsSection } from '#components/account/settings-section';
import { authTexts, settingsTexts as texts } from '#components/texts/auth';

/** Changes the password of whoever knows the current one. */
export function PasswordSection({
  email,
  isPasswordSet,
  change,
}: {
  email: string;
  isPasswordSet: boolean;
  change: (given: { current: string; chosen: string }) => Promise<Outcome<'changed' | 'wrong-password'>>;
}) {
  const router = useRouter();
  const [isChanged, setChanged] = useState(false);

  async function send({ password = '', chosen = '' }: Record<string, string>) {
    setChanged(false);
    const outcome = await change({ current: password, chosen });
    if ('trouble' in outcome) return outcome.trouble;
    if (outcome.value === 'wrong-password') return texts.wrongCurrent;
    setChanged(true);
    // The list of sessions is shorter now.
    router.refresh();
    return undefined;
  }

  if (!isPasswordSet) return <SettingsSection title={texts.password} lead={texts.noPassword} />;
  return (
    <SettingsSection title={texts.password} lead={texts.passwordLead}>
      <div style={{ maxWidth: '24rem' }}>
        <div aria-live="polite">
          {isChanged && (
            <Alert color="green" variant="light" role="presentation" py="xs">
              {texts.changed}
            </Alert>
          )}
        </div>
        <ActionForm label={texts.change} send={send} then="stay">
          <SettledEmail email={email} />
          <PasswordField label={texts.current} />
          <NewPasswordField label={authTexts.newPassword} />
        </ActionForm>
      </div>
    </SettingsSection>
  );
}
