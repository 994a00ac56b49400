import type { Metadata } from 'next';
import { getSession } from '#app/session';
import { ButtonLink } from '#components/ui/link';
import { StatusPage } from '#components/shell/status-page';
import { PageFrame } from '#components/shell/page-frame';
import * as texts from '#messages/errors';

export const generateMetadata = (): Metadata => ({ title: texts.notFoundTitle() });

export default async function NotFound() {
  const account = await getSession();
  const home = (
    <ButtonLink href="/" look="filled">
      {texts.home()}
    </ButtonLink>
  );
  return (
    <PageFrame email={account?.email}>
      <StatusPage title={texts.notFoundTitle()} actions={home}>
        {texts.notFoundText()}
      </StatusPage>
    </PageFrame>
  );
}
