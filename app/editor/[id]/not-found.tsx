import * as texts from '#messages/editor/page';
import { getSession } from '#app/session';
import { ButtonLink } from '#components/ui/link';
import { StatusPage } from '#components/shell/status-page';
import { PageFrame } from '#components/shell/page-frame';
import * as frameTexts from '#messages/frame';

export default async function NotFound() {
  const account = await getSession();
  return (
    <PageFrame email={account?.email}>
      <title>{frameTexts.tab({ title: texts.missingTitle() })}</title>
      <StatusPage
        title={texts.missingTitle()}
        actions={
          <ButtonLink href="/jobs" look="filled">
            {texts.transcripts()}
          </ButtonLink>
        }
      >
        {texts.missingText()}
      </StatusPage>
    </PageFrame>
  );
}
