'use client';

import { NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { noticeStore, turnOff, turnOn, type NoticeState } from '#components/account/notices/notice-store.ts';
import { SettingsSection } from '#components/account/settings/settings-section';
import type { ActionResult } from '#components/ui/action-result.ts';
import { ErrorAlert } from '#components/ui/error-alert';
import { useStored } from '#components/ui/store.ts';
import { useAction } from '#components/ui/use-action.ts';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/notifications';

/** Of which jobs' end the owner is told by email: those submitted on the site, or all; null for none. */
type EmailChoice = 'site' | 'all' | null;

/** How the owner learns that a transcript is ready: in this browser, and by email. */
export function NotificationsSection({
  email,
  canEmail,
  emailWhenDone,
  save,
}: {
  email: string;
  /** Whether the server sends emails at all. */
  canEmail: boolean;
  emailWhenDone: EmailChoice;
  save: (choice: EmailChoice) => Promise<ActionResult<null>>;
}) {
  return (
    <SettingsSection title={texts.title()} lead={texts.lead()}>
      <Stack gap="lg">
        <BrowserSwitch />
        <EmailField email={email} canEmail={canEmail} emailWhenDone={emailWhenDone} save={save} />
      </Stack>
    </SettingsSection>
  );
}

function BrowserSwitch() {
  const state = useStored<NoticeState>(noticeStore, 'off');
  return (
    <div>
      <Switch
        label={texts.browser()}
        description={texts.browserHelp()}
        checked={state === 'on'}
        disabled={state === 'unsupported'}
        onChange={(event) => {
          if (event.currentTarget.checked) void turnOn();
          else turnOff();
        }}
      />
      <output>
        {(state === 'blocked' || state === 'unsupported') && (
          <Text size="sm" mt="xs" c="dimmed">
            {state === 'blocked' ? texts.blocked() : texts.unsupported()}
          </Text>
        )}
      </output>
    </div>
  );
}

function EmailField({ email, canEmail, emailWhenDone, save }: Parameters<typeof NotificationsSection>[0]) {
  const [chosen, setChosen] = useState(emailWhenDone);
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error } = useAction(save);

  async function choose(value: string) {
    const choice = value === 'site' || value === 'all' ? value : null;
    setSaved(false);
    setChosen(choice);
    if ((await run(choice)) === undefined) setChosen(chosen);
    else setSaved(true);
  }

  return (
    <div>
      <NativeSelect
        label={texts.email()}
        description={canEmail ? texts.emailHelp({ email }) : texts.noMail()}
        maw="24rem"
        disabled={!canEmail || isBusy}
        value={chosen ?? ''}
        onChange={(event) => void choose(event.currentTarget.value)}
        data={[
          { value: '', label: texts.emailNever() },
          { value: 'site', label: texts.emailSite() },
          { value: 'all', label: texts.emailAll() },
        ]}
      />
      <output>{isSaved && <Text span>{commonTexts.saved()}</Text>}</output>
      <ErrorAlert>{error}</ErrorAlert>
    </div>
  );
}
