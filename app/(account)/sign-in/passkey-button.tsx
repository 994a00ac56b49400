'use client';

import { startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'react';
import { postPasskey } from '#components/sign-in/auth-request.ts';
import { explainPasskeyError, findPasskeyObstacle } from '#components/sign-in/explain-passkey-error.ts';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/passkeys';
import { beginPasskeySignIn } from './actions';

/** Signs in with a passkey, then opens `next`. `address` is the server's, where passkeys work. */
export function PasskeyButton({ next, address }: { next: string; address: string }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function signIn(): Promise<string | undefined> {
    const obstacle = findPasskeyObstacle(address);
    if (obstacle !== undefined) return obstacle;
    const begun = await beginPasskeySignIn();
    if ('error' in begun) return begun.error;
    const response = await startAuthentication({ optionsJSON: begun.value }).catch((failure: unknown) =>
      explainPasskeyError(failure, address),
    );
    return typeof response === 'string' ? response : postPasskey(response);
  }

  async function go() {
    setBusy(true);
    setError(undefined);
    const failure = await signIn().catch(() => commonTexts.serverUnreachable());
    // Stays busy during navigation.
    if (failure === undefined) return globalThis.location.assign(next);
    setBusy(false);
    setError(failure);
  }

  return (
    <>
      <BusyButton
        variant="default"
        size="md"
        fullWidth
        mt="md"
        mb={error === undefined ? 0 : 'sm'}
        isBusy={isBusy}
        onClick={() => void go()}
      >
        {texts.signIn()}
      </BusyButton>
      <ErrorAlert>{error}</ErrorAlert>
    </>
  );
}
