'use client';

import { Button, PasswordInput, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Sure, type Outcome } from '#components/account/sure';
import { keepingTexts } from '#components/texts/keeping';
import styles from './settings.module.css';

const texts = keepingTexts.end;

/** The way out: the account and all that it has, deleted with its password. */
export function DeleteAccount({
  email,
  remove,
}: {
  email: string;
  remove: (password: string) => Promise<Outcome<undefined>>;
}) {
  const [isAsked, setAsked] = useState(false);
  return (
    <section className={styles['section']} aria-labelledby="end">
      <Title order={2} size="h3" id="end">
        {texts.title}
      </Title>
      <Text c="dimmed" mt={4} mb="md" maw="60ch">
        {texts.about}
      </Text>
      <Button variant="outline" color="red" onClick={() => setAsked(true)}>
        {texts.open}
      </Button>
      <Sure
        opened={isAsked}
        title={texts.sure}
        go={texts.go}
        back={texts.back}
        notAsked={keepingTexts.notAsked}
        act={(given) => remove(textOf(given.get('password')))}
        onClose={() => setAsked(false)}
        // A whole new page: nothing of the account stays in the browser's memory.
        onDone={() => globalThis.location.assign('/')}
      >
        <Text mb="md">{texts.lost(email)}</Text>
        <PasswordInput
          label={texts.password}
          name="password"
          autoComplete="current-password"
          maxLength={1024}
          required
          withAsterisk={false}
        />
      </Sure>
    </section>
  );
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
