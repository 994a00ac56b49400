import type { Metadata } from 'next';
import { ButtonLink } from '#components/button-link';
import { Message } from '#components/message';
import { PageFrame } from '#components/page-frame';
import { troubleTexts as texts } from '#components/texts/troubles';

export const metadata: Metadata = { title: texts.missing.title };

export default function NotFound() {
  const home = (
    <ButtonLink href="/" look="filled">
      {texts.home}
    </ButtonLink>
  );
  return (
    <PageFrame>
      <Message title={texts.missing.title} actions={home}>
        {texts.missing.text}
      </Message>
    </PageFrame>
  );
}
