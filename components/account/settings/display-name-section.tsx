'use client';

import { Text, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';
import { BusyButton } from '#components/ui/busy-button';
import { SettingsSection } from '#components/account/settings/settings-section';
import { useAction } from '#components/ui/use-action.ts';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/settings';

/** The name that others see in the editor; without one it is `defaultName`. */
export function DisplayNameSection({
  displayName,
  defaultName,
  save,
}: {
  displayName: string | null;
  defaultName: string;
  save: (displayName: string) => Promise<ActionResult<string | null>>;
}) {
  const [typed, setTyped] = useState(displayName ?? '');
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error } = useAction(save);
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
