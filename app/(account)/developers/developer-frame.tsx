import type { ReactNode } from 'react';
import * as texts from '#messages/developers';
import { SectionFrame } from '#components/shell/section-frame';

const pages = [
  { name: 'api-keys', href: '/developers', title: texts.apiKeys },
  { name: 'quickstart', href: '/developers/quickstart', title: texts.quickstart },
  { name: 'requests', href: '/developers/requests', title: texts.requests },
  { name: 'webhooks', href: '/developers/callbacks', title: texts.webhooks },
  { name: 'sandbox', href: '/developers/sandbox', title: texts.sandbox },
] as const;

/** Pages below another page's tab. */
const below = {
  'signing-secret': { tab: 'webhooks', title: texts.signingSecret, back: texts.webhooks },
  'sandbox-jobs': { tab: 'sandbox', title: texts.sandboxJobs, back: texts.sandbox },
} as const;

/** The frame of a developer page, with links to the others. */
export function DeveloperFrame({
  email,
  page,
  lead,
  children,
}: {
  email: string;
  page: (typeof pages)[number]['name'] | keyof typeof below;
  lead: string;
  children: ReactNode;
}) {
  const belongs = page === 'signing-secret' || page === 'sandbox-jobs' ? below[page] : undefined;
  return (
    <SectionFrame
      email={email}
      label={texts.nav()}
      pages={pages}
      page={belongs?.tab ?? page}
      below={belongs && { title: belongs.title(), back: belongs.back() }}
      lead={lead}
    >
      {children}
    </SectionFrame>
  );
}
