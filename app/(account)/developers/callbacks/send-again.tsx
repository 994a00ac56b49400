'use client';

import { useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import * as texts from '#messages/webhooks';
import { useAction } from '#components/ui/use-action.ts';
import { sendAgain } from './actions';

/** Resends a job's callback. */
export function SendAgain({ jobId, name }: { jobId: string; name: string }) {
  const [isAsked, setAsked] = useState(false);
  const { run, isBusy, error } = useAction(sendAgain);

  async function ask() {
    setAsked((await run(jobId)) !== undefined);
    setTimeout(() => setAsked(false), 2500);
  }

  return (
    <div>
      <BusyButton
        variant="default"
        size="xs"
        h={36}
        isBusy={isBusy}
        onClick={() => void ask()}
        aria-label={isAsked ? undefined : texts.resendNamed({ name })}
      >
        <span aria-live="polite">{isAsked ? texts.resent() : texts.resend()}</span>
      </BusyButton>
      <ErrorAlert>{error}</ErrorAlert>
    </div>
  );
}
