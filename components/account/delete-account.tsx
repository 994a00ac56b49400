'use client';

import { Button, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { Question } from '#components/account/question';
import { SettingsSection } from '#components/account/settings-section';
import { useAction, type Outcome } from './use-action';
import { keepingTexts } from '#components/texts/keeping';

const texts = keepingTexts.end;

/** The way out: the account and all that it has, deleted with its password where it has one. */
export function DeleteAccount({
  email,
  isPasswordSet,
  remove,
}: {
  email: string;
  isPasswordSet: boolean;
  remove: (password: string) => Promise<Outcome<void>>;
}) {
  const [isAsked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  const { run, isBusy, trouble, forget } = useAction(remove);

  async function confirm() {
    // A whole new page: nothing of the account stays in the browser's memory.
    if ((await run(password)) !== undefined) globalThis.location.assign('/');
  }

  return (
    <SettingsSection title={texts.title} lead={texts.about}>
      <Button
        variant="default"
        c="var(--longhand-bad)"
        onClick={() => {
          forget();
          setPassword('');
          setAsked(true);
        }}
      >
        {texts.open}
      </Button>
      <Question
        title={texts.sure}
        yes={texts.go}
        isOpen={isAsked}
        isBusy={isBusy}
        trouble={trouble}
        onYes={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <Text mb="md">{texts.lost(email)}</Text>
        {isPasswordSet && (
          <PasswordInput
            label={texts.password}
            autoComplete="current-password"
            maxLength={1024}
            value={password}
            onChange={({ currentTarget: { value } }) => setPassword(value)}
          />
        )}
      </Question>
    </SettingsSection>
  );
}
