import type { ReactNode } from 'react';
import { SectionFrame } from '#components/shell/section-frame';
import * as texts from '#messages/settings';

const pages = [
  { name: 'profile', href: '/settings', title: texts.profile },
  { name: 'security', href: '/settings/security', title: texts.security },
  { name: 'preferences', href: '/settings/preferences', title: texts.preferences },
  { name: 'data', href: '/settings/data', title: texts.data },
] as const;

/** The frame of a settings page, with links to the others. */
export function SettingsFrame({
  email,
  page,
  children,
}: {
  email: string;
  page: (typeof pages)[number]['name'];
  children: ReactNode;
}) {
  return (
    <SectionFrame email={email} label={texts.title()} pages={pages} page={page}>
      {children}
    </SectionFrame>
  );
}
