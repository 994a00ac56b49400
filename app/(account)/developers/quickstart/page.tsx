import type { Metadata } from 'next';
import { readSamples } from '#app/(account)/developers/quickstart/read-samples';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#components/account/developers/developer-frame';
import { Quickstart } from '#components/account/developers/quickstart';
import { PageFrame } from '#components/shell/page-frame';
import { env } from '#lib/settings/env';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/quickstart';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: developerTexts.quickstart() });

export default async function Page() {
  const { email } = await requireSession('/developers/quickstart');
  const samples = await readSamples(env().baseUrl);
  return (
    <PageFrame email={email}>
      <DeveloperFrame page="quickstart" lead={texts.lead()}>
        <Quickstart samples={samples} />
      </DeveloperFrame>
    </PageFrame>
  );
}
