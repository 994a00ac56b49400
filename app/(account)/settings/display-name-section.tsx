'use client';

import { Text, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { useAction } from '#components/ui/use-action.ts';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/settings';
import { saveDisplayName } from './actions';
import { SettingsSection } from './settings-section';

/** The name shown to others in the editor; by default `defaultName`. */
export function DisplayNameSection({
  displayName,
  defaultName,
}: {
  displayName: string | null;
  defaultName: string;
}) {
  const [typed, setTyped] = useState(displayName ?? '');
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error } = useAction(saveDisplayName);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSaved(false);
    const saved = await run(typed);
    if (saved === undefined) return field.current?.focus();
    setTyped(saved.value ?? '');
    setSaved(true);
  }

  return (
    <SettingsSection title={texts.displayName()} lead={texts.displayNameLead()}>
      <form method="post" onSubmit={(event) => void submit(event)}>
        <TextInput
          ref={field}
          size="md"
          maw="24rem"
          label={texts.displayName()}
          description={texts.displayNameHelp({ name: defaultName })}
          placeholder={defaultName}
          value={typed}
          error={error}
          errorProps={{ role: 'alert' }}
          autoComplete="name"
          dir="auto"
          onChange={({ currentTarget }) => {
            setSaved(false);
            setTyped(currentTarget.value);
          }}
        />
        <BusyButton type="submit" variant="default" my="md" isBusy={isBusy}>
          {texts.saveDisplayName()}
        </BusyButton>
        <output>{isSaved && <Text span>{commonTexts.saved()}</Text>}</output>
      </form>
    </SettingsSection>
  );
}
