import type { Metadata } from 'next';
import { signedInOrAsk } from '#app/session';
import { DeveloperFrame } from '#components/account/developer-frame';
import { SandboxScripts } from '#components/account/sandbox-scripts';
import { PageFrame } from '#components/page-frame';
import { developerTexts, sandboxTexts } from '#components/texts/developers';
import { env } from '#lib/env';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: developerTexts.sandbox };

export default async function Page() {
  const { email } = await signedInOrAsk('/developers/sandbox');
  return (
    <PageFrame email={email}>
      <DeveloperFrame room="sandbox" intro={sandboxTexts.intro}>
        <SandboxScripts baseUrl={env().baseUrl} />
      </DeveloperFrame>
    </PageFrame>
  );
}
