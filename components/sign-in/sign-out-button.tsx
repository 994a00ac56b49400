'use client';

import { useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import * as texts from '#messages/frame';
import { postAuth } from './auth-request';

/** Ends the session and opens the front page. */
export function SignOutButton() {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

  async function signOut() {
    setState('busy');
    try {
      const answer = await postAuth('signout', { callbackUrl: '/' });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      // A full page load, so that no account data stays in memory.
      globalThis.location.assign('/');
    } catch {
      setState('failed');
    }
  }

  return (
    <BusyButton variant="default" size="xs" h={36} isBusy={state === 'busy'} onClick={() => void signOut()}>
      {state === 'failed' ? texts.signOutAgain() : texts.signOut()}
    </BusyButton>
  );
}
