import type { Metadata } from 'next';
import { getSession } from '#app/session';
import { PageFrame } from '#components/shell/page-frame';
import { ReleaseNotes } from './release-notes';
import * as texts from '#messages/release-notes';
import { env } from '#lib/settings/env';
import { readReleaseNotes } from '#app/(site)/release-notes/read-release-notes';
import { toAnchor } from '#app/(site)/release-notes/to-atom';

const feed = '/release-notes/feed.xml';

export function generateMetadata(): Metadata {
  const types = { 'application/atom+xml': `${env().baseUrl}${feed}` };
  return { title: texts.title(), alternates: { types } };
}

export default async function Page() {
  const [account, { releases }] = await Promise.all([getSession(), readReleaseNotes()]);
  return (
    <PageFrame email={account?.email}>
      <ReleaseNotes
        feed={feed}
        releases={releases.map((release) => ({ ...release, anchor: toAnchor(release) }))}
      />
    </PageFrame>
  );
}
