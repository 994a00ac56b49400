import { Anchor } from '@mantine/core';
import * as texts from '#messages/transcripts';
import type { JobsConnection } from './use-job-events';

/** Explains why the page no longer updates. Signed-out users get a link to sign in and return to `path`. */
export function ConnectionText({ connection, path }: { connection: JobsConnection; path: string }) {
  if (connection === 'open') return null;
  if (connection === 'lost') return texts.connectionLost();
  return (
    <>
      {texts.signedOut()}{' '}
      {/* Opens in a new tab: the selection here stays, and the page resumes when the reader comes back. */}
      <Anchor href={`/sign-in?next=${encodeURIComponent(path)}`} target="_blank" rel="noopener" inherit>
        {texts.signIn()}
      </Anchor>
    </>
  );
}
