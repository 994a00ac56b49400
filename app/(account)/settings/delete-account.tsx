'use client';

import { Button, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { HoldNote, type Held } from '#components/shell/hold-note';
import { getError } from '#components/ui/action-result.ts';
import * as texts from '#messages/account-data';
import * as holdTexts from '#messages/legal-hold';
import { deleteAccount } from './actions';
import { PasswordField } from './sign-in/password-field';

/** Deletes the account and all its data. Asks for the password, if any. Under a legal hold, explains that instead. */
export function DeleteAccount({
  email,
  isPasswordSet,
  held,
}: {
  email: string;
  isPasswordSet: boolean;
  held: Held | undefined;
}) {
  const noteId = useId();
  const [isAsked, setAsked] = useState(false);
  const [password, setPassword] = useState('');

  async function confirm() {
    const error = getError(await deleteAccount(password));
    // A full page load, so that no account data stays in memory.
    if (error === undefined) globalThis.location.assign('/');
    return error;
  }

  return (
    <>
      {held !== undefined && <HoldNote id={noteId}>{holdTexts.deleteAccount[held]()}</HoldNote>}
      <Button
        variant="default"
        {...(held === undefined
          ? { c: 'var(--color-danger)' }
          : { disabled: true, 'aria-describedby': noteId })}
        onClick={() => {
          setPassword('');
          setAsked(true);
        }}
      >
        {texts.deleteButton()}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={texts.deleteWarning()}
          confirmLabel={texts.deleteConfirm()}
          onConfirm={confirm}
          onClose={() => setAsked(false)}
        >
          <Text mb="md">{texts.deleteText({ email })}</Text>
          {isPasswordSet && (
            <PasswordField
              label={texts.deletePassword()}
              required={false}
              value={password}
              onChange={setPassword}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
