import type { Metadata } from 'next';
import { ButtonLink } from '#components/ui/button-link';
import { StatusPage } from '#components/shell/status-page';
import { PageFrame } from '#components/shell/page-frame';
import * as texts from '#messages/errors';

export const generateMetadata = (): Metadata => ({ title: texts.notFoundTitle() });

export default function NotFound() {
  const home = (
    <ButtonLink href="/" look="filled">
      {texts.home()}
    </ButtonLink>
  );
  return (
    <PageFrame>
      <StatusPage title={texts.notFoundTitle()} actions={home}>
        {texts.notFoundText()}
      </StatusPage>
    </PageFrame>
  );
}
