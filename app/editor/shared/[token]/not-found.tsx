import { Message } from '#components/message';
import { PageFrame } from '#components/page-frame';
import { editorTexts as texts } from '#components/texts/editor';
import { frameTexts } from '#components/texts/frame';

export default function NotFound() {
  return (
    <PageFrame>
      <title>{frameTexts.tab(texts.deadLink.title)}</title>
      <Message title={texts.deadLink.title}>{texts.deadLink.text}</Message>
    </PageFrame>
  );
}
