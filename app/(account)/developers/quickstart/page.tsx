import type { Metadata } from 'next';
import { readSample, sampleLanguages } from '#app/(account)/developers/quickstart/read-sample';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { Quickstart } from './quickstart';
import { PageFrame } from '#components/shell/page-frame';
import { env } from '#lib/settings/env';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/quickstart';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: developerTexts.quickstart() });

export default async function Page({ searchParams }: { searchParams: Promise<{ language?: unknown }> }) {
  const { email } = await requireSession('/developers/quickstart');
  const shown = await readSample((await searchParams).language, env().baseUrl);
  return (
    <PageFrame email={email}>
      <DeveloperFrame page="quickstart" lead={texts.lead()}>
        <Quickstart languages={sampleLanguages} shown={shown} baseUrl={env().baseUrl} />
      </DeveloperFrame>
    </PageFrame>
  );
}
