'use client';

import { Alert } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionForm } from '#components/sign-in/action-form';
import { NewPasswordField, PasswordField, ReadOnlyEmail } from '#components/sign-in/fields';
import * as authTexts from '#messages/auth';
import * as texts from '#messages/settings';
import { changePassword } from './actions';

/** Changes the password, after asking for the current one. */
export function ChangePassword({ email }: { email: string }) {
  const router = useRouter();
  const [isChanged, setChanged] = useState(false);

  async function send({ password = '', chosen = '' }: Record<string, string>) {
    setChanged(false);
    const result = await changePassword({ current: password, chosen });
    if ('error' in result) return result.error;
    if (result.value === 'wrong-password') return texts.wrongPassword();
    setChanged(true);
    // Other sessions were ended, so the list changed.
    router.refresh();
    return undefined;
  }

  return (
    <div style={{ maxWidth: '24rem' }} onInput={() => setChanged(false)}>
      <div aria-live="polite">
        {isChanged && (
          <Alert color="green" variant="light" role="presentation" py="xs">
            {texts.passwordChanged()}
          </Alert>
        )}
      </div>
      <ActionForm label={texts.changePassword()} send={send} then="stay" isMinor>
        <ReadOnlyEmail email={email} />
        <PasswordField label={texts.currentPassword()} />
        <NewPasswordField label={authTexts.newPassword()} />
      </ActionForm>
    </div>
  );
}
