import { Anchor } from '@mantine/core';
import * as texts from '#messages/transcripts';
import type { JobsConnection } from './use-job-events';

/** Why the page is no longer kept in step, and the way back to `path` for who is signed out; nothing while it is. */
export function ConnectionText({ connection, path }: { connection: JobsConnection; path: string }) {
  if (connection === 'open') return null;
  if (connection === 'lost') return texts.connectionLost();
  return (
    <>
      {texts.signedOut()}{' '}
      {/* In a tab of its own: what is selected here stays, and continues when the reader comes back. */}
      <Anchor href={`/sign-in?next=${encodeURIComponent(path)}`} target="_blank" rel="noopener" inherit>
        {texts.signIn()}
      </Anchor>
    </>
  );
}
