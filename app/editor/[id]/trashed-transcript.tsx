'use client';

import { useRouter } from 'next/navigation';
import { restoreJobs } from '#app/(account)/jobs/actions';
import { BusyButton } from '#components/ui/busy-button';
import { ButtonLink } from '#components/ui/link';
import { ErrorAlert } from '#components/ui/error-alert';
import { useAction } from '#components/ui/use-action.ts';
import { StatusPage } from '#components/shell/status-page';
import * as texts from '#messages/trash';

/** Tells the owner that the transcript is in the trash, and restores it. */
export function TrashedTranscript({ jobId, name }: { jobId: string; name: string }) {
  const router = useRouter();
  const { run, isBusy, error } = useAction(restoreJobs);

  async function restore() {
    // The refreshed page shows if it was restored or is gone.
    if ((await run([jobId])) !== undefined) router.refresh();
  }

  return (
    <StatusPage
      title={texts.pageTitle()}
      actions={
        <>
          <BusyButton size="md" isBusy={isBusy} onClick={() => void restore()}>
            {texts.restore()}
          </BusyButton>
          <ButtonLink href="/jobs/trash">{texts.openTrash()}</ButtonLink>
        </>
      }
    >
      <p style={{ overflowWrap: 'anywhere' }}>{texts.pageText({ name })}</p>
      <ErrorAlert>{error}</ErrorAlert>
    </StatusPage>
  );
}
