'use client';

import { NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { noticeStore, turnOff, turnOn, type NoticeState } from '#components/notices/notice-store.ts';
import { ErrorAlert } from '#components/ui/error-alert';
import { useStored } from '#components/ui/store.ts';
import { useAction } from '#components/ui/use-action.ts';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/notifications';
import { saveEmailWhenDone } from './actions';

interface EmailNotices {
  email: string;
  /** True if the server sends emails. */
  canEmail: boolean;
  /** The jobs whose end is emailed to the owner: those submitted on the site, or all; null for none. */
  emailWhenDone: Parameters<typeof saveEmailWhenDone>[0];
}

/** Notification settings: of this browser, and of the account's emails. */
export function Notifications(props: EmailNotices) {
  return (
    <Stack gap="lg">
      <BrowserSwitch />
      <EmailField {...props} />
    </Stack>
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

function EmailField({ email, canEmail, emailWhenDone }: EmailNotices) {
  const [chosen, setChosen] = useState(emailWhenDone);
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error } = useAction(saveEmailWhenDone);

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
