'use client';

import { TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { CodeSnippet } from '#components/ui/code-snippet';
import { ErrorAlert } from '#components/ui/error-alert';
import { useAction } from '#components/ui/use-action.ts';
import * as texts from '#messages/operator-invitations';
import { createInvitation } from './actions';
import styles from '#components/shell/section.module.css';

/** Creates an invitation and shows its link. */
export function CreateInvitation() {
  const [email, setEmail] = useState('');
  const [link, setLink] = useState<string>();
  const { run, isBusy, error } = useAction(createInvitation);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setLink(undefined);
    const done = await run(email.trim());
    if (done === undefined) return;
    setEmail('');
    setLink(done.value.link);
  }

  return (
    <form method="post" className={styles['actions']} onSubmit={(event) => void submit(event)}>
      <div className={styles['inline']}>
        <TextInput
          label={texts.email()}
          description={texts.emailHint()}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          type="email"
          maxLength={254}
          maw="32rem"
          autoComplete="off"
        />
        <BusyButton type="submit" isBusy={isBusy}>
          {texts.create()}
        </BusyButton>
      </div>
      <ErrorAlert>{error}</ErrorAlert>
      <output className={styles['wide']}>
        {link !== undefined && (
          <div className={styles['created']}>
            <CodeSnippet id="new-invitation" title={texts.link()} text={link} />
          </div>
        )}
      </output>
    </form>
  );
}
