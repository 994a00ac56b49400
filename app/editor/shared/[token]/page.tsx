import * as texts from '#messages/editor/page';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { readClientAddress } from '#app/http/client-address';
import { toPageError } from '#app/http/error-status';
import { getSession } from '#app/session';
import { preloadReadingFont } from '#app/preload-fonts';
import { TranscriptEditor } from '#components/editor/layout/editor';
import { toDisplayName } from '#lib/accounts/display-name';
import { readNameAndEmail } from '#lib/accounts/settings/display-name';
import { impersonates } from '#lib/transcript/impersonates';
import { lookUpCredential } from '#lib/api/limits/look-up-credential';
import { database } from '#lib/db/database';
import { openShareLink } from '#lib/share-links/open-share-link';
import { readDoubtfulSpeech } from '#lib/transcript/review/low-confidence';
import { hasPicture } from '#lib/renditions/has-picture';

export const dynamic = 'force-dynamic';

interface Props {
  params: Promise<{ token: string }>;
}

const findShared = cache(async (token: string) => {
  const address = readClientAddress(await headers());
  const opened = await lookUpCredential({ kind: 'link', secret: token, address }, () =>
    openShareLink(database().db, { token }),
  ).catch((error: unknown) => {
    throw toPageError(error);
  });
  return opened ?? notFound();
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { job } = await findShared((await params).token);
  // Keeps a link that needs no account out of search engines and other sites' logs.
  return { title: job.name, robots: { index: false }, referrer: 'no-referrer' };
}

export default async function Page({ params }: Props) {
  const { token } = await params;
  const { job, link } = await findShared(token);
  const { id, name, accountId, recognition } = job;
  const session = await getSession();
  const { db } = database();
  const owner = await readNameAndEmail(db, { accountId });
  const ownName = session && toDisplayName(session.email, session.displayName);
  // Another account with the owner's name must choose a name like any guest.
  const isTaken = ownName !== undefined && session?.accountId !== accountId && impersonates(ownName, owner);
  preloadReadingFont();
  return (
    <TranscriptEditor
      access={{
        address: `/editor/data/${token}`,
        may: link.permission,
        isOwner: false,
        isVideo: hasPicture(job),
        jobId: id,
        jobName: name,
        ...(recognition?.language != null && { language: recognition.language }),
        speech: readDoubtfulSpeech(recognition),
        ...(ownName !== undefined && !isTaken && { accountName: ownName }),
        ownerName: owner.name,
        back: session && texts.transcripts(),
      }}
    />
  );
}
