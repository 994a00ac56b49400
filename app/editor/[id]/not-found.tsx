import { signedIn } from '#app/session';
import { ButtonLink } from '#components/button-link';
import { Message } from '#components/message';
import { PageFrame } from '#components/page-frame';
import { editorTexts as texts } from '#components/texts/editor';
import { frameTexts } from '#components/texts/frame';

export default async function NotFound() {
  const account = await signedIn();
  return (
    <PageFrame email={account?.email}>
      <title>{frameTexts.tab(texts.missing.title)}</title>
      <Message
        title={texts.missing.title}
        actions={
          <ButtonLink href="/jobs" look="filled">
            {texts.back}
          </ButtonLink>
        }
      >
        {texts.missing.text}
      </Message>
    </PageFrame>
  );
}
