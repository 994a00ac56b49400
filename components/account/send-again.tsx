'use client';

import { useState } from 'react';
import { BusyButton } from '#components/busy-button';
import { Trouble } from '#components/account/trouble';
import { callbackTexts as texts } from '#components/texts/developers';
import { useAction, type Outcome } from './use-action';

/** Has the callback of a job sent again. */
export function SendAgain({
  jobId,
  name,
  sendAgain,
}: {
  jobId: string;
  name: string;
  sendAgain: (jobId: string) => Promise<Outcome<void>>;
}) {
  const [isAsked, setAsked] = useState(false);
  const { run, isBusy, trouble } = useAction(sendAgain);

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
        aria-label={isAsked ? undefined : texts.sendAgainNamed(name)}
      >
        <span aria-live="polite">{isAsked ? texts.sentAgain : texts.sendAgain}</span>
      </BusyButton>
      <Trouble>{trouble}</Trouble>
    </div>
  );
}
