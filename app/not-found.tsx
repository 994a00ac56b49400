import type { Metadata } from 'next';
import { ButtonLink } from '#components/button-link';
import { Message } from '#components/message';
import { PageFrame } from '#components/page-frame';

export const metadata: Metadata = { title: 'No such page' };

export default function NotFound() {
  const home = (
    <ButtonLink href="/" look="filled">
      Front page
    </ButtonLink>
  );
  return (
    <PageFrame>
      <Message title="No such page" actions={home}>
        There is nothing at this address.
      </Message>
    </PageFrame>
  );
}
