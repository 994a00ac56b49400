import * as texts from '#messages/editor/page';
import { getSession } from '#app/session';
import { StatusPage } from '#components/shell/status-page';
import { PageFrame } from '#components/shell/page-frame';
import * as frameTexts from '#messages/frame';

export default async function NotFound() {
  const account = await getSession();
  return (
    <PageFrame email={account?.email}>
      <title>{frameTexts.tab({ title: texts.deadLinkTitle() })}</title>
      <StatusPage title={texts.deadLinkTitle()}>{texts.deadLinkText()}</StatusPage>
    </PageFrame>
  );
}
