import type { Metadata } from 'next';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { SandboxScripts } from './sandbox-scripts';
import styles from '#components/shell/section.module.css';
import { ButtonLink } from '#components/ui/link';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/sandbox';
import { env } from '#lib/settings/env';

export const generateMetadata = (): Metadata => ({ title: developerTexts.sandbox() });

export default async function Page() {
  const { email } = await requireSession('/developers/sandbox');
  return (
    <DeveloperFrame email={email} page="sandbox" lead={texts.lead()}>
      <div className={styles['actions']}>
        <ButtonLink href="/developers/sandbox/jobs">{developerTexts.sandboxJobs()}</ButtonLink>
      </div>
      <SandboxScripts baseUrl={env().baseUrl} />
    </DeveloperFrame>
  );
}
