import type { ReactNode } from 'react';
import { Pager, type PageLinks } from '#components/shell/pager';
import { SectionFrame } from '#components/shell/section-frame';
import * as texts from '#messages/operator';

const pages = [
  { name: 'overview', href: '/operator', title: texts.overview },
  { name: 'accounts', href: '/operator/accounts', title: texts.accounts },
  { name: 'invitations', href: '/operator/invitations', title: texts.invitations },
  { name: 'failures', href: '/operator/failures', title: texts.failedJobs },
  { name: 'queue', href: '/operator/queue', title: texts.queue },
] as const;

/** The frame of an operator page, with links to the others. */
export function OperatorFrame({
  email,
  page,
  lead,
  children,
}: {
  email: string;
  page: (typeof pages)[number]['name'];
  lead: string;
  children: ReactNode;
}) {
  return (
    <SectionFrame email={email} label={texts.nav()} pages={pages} page={page} lead={lead}>
      {children}
    </SectionFrame>
  );
}

/** Links to the other pages of an operator's list. */
export function OperatorPager(links: PageLinks) {
  return (
    <Pager label={texts.pages()} links={links} firstLabel={texts.firstPage()} nextLabel={texts.nextPage()} />
  );
}
