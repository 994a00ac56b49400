import type { ReactNode } from 'react';
import * as texts from '#messages/developers';
import { SectionFrame } from '#components/shell/section-frame';

const pages = [
  { name: 'api-keys', href: '/developers', title: texts.apiKeys },
  { name: 'quickstart', href: '/developers/quickstart', title: texts.quickstart },
  { name: 'requests', href: '/developers/requests', title: texts.requests },
  { name: 'webhooks', href: '/developers/callbacks', title: texts.webhooks },
  { name: 'signing-secret', href: '/developers/signing-secret', title: texts.signingSecret },
  { name: 'sandbox', href: '/developers/sandbox', title: texts.sandbox },
  { name: 'sandbox-jobs', href: '/developers/sandbox/jobs', title: texts.sandboxJobs },
] as const;

/** One of the pages for developers, with links to the others. */
export function DeveloperFrame({
  page,
  lead,
  children,
}: {
  page: (typeof pages)[number]['name'];
  lead: string;
  children: ReactNode;
}) {
  return (
    <SectionFrame label={texts.nav()} pages={pages} page={page} lead={lead}>
      {children}
    </SectionFrame>
  );
}
