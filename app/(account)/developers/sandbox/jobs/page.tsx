import type { Metadata } from 'next';
import { readPage } from '#app/(account)/developers/sandbox/jobs/read-page';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { SandboxJobs } from './sandbox-jobs';
import { PageFrame } from '#components/shell/page-frame';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/sandbox-jobs';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: developerTexts.sandboxJobs() });

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, accountId, email } = await requireSession('/developers/sandbox/jobs');
  const page = await readPage(db, { accountId, query: await searchParams });
  return (
    <PageFrame email={email}>
      <DeveloperFrame page="sandbox-jobs" lead={texts.lead()}>
        <SandboxJobs {...page} />
      </DeveloperFrame>
    </PageFrame>
  );
}
