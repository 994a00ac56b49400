import * as texts from '#messages/editor/page';
import { StatusPage } from '#components/shell/status-page';
import { PageFrame } from '#components/shell/page-frame';
import * as frameTexts from '#messages/frame';

export default function NotFound() {
  return (
    <PageFrame>
      <title>{frameTexts.tab({ title: texts.deadLinkTitle() })}</title>
      <StatusPage title={texts.deadLinkTitle()}>{texts.deadLinkText()}</StatusPage>
    </PageFrame>
  );
}
