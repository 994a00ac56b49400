import type { Metadata } from 'next';
import { readPage } from '#app/(account)/developers/sandbox/jobs/read-page';
import type { Query } from '#app/(account)/paging';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { SandboxJobs } from './sandbox-jobs';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/sandbox-jobs';

export const generateMetadata = (): Metadata => ({ title: developerTexts.sandboxJobs() });

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await requireSession('/developers/sandbox/jobs');
  const page = await readPage(db, { accountId, query: await searchParams });
  return (
    <DeveloperFrame email={email} page="sandbox-jobs" lead={texts.lead()}>
      <SandboxJobs {...page} />
    </DeveloperFrame>
  );
}
