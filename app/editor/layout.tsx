import '#components/editor/layout/job-heading.module.css';
import '#components/editor/layout/no-transcript.module.css';
import '#components/shell/account-nav.module.css';
import '#components/shell/page-frame.module.css';
import type { Viewport } from 'next';
import type { ReactNode } from 'react';

/* Styles of every state of the editor's pages: browsers warn of preloaded ones that the shown state doesn't use. */

/** The editor makes room for a phone's keyboard instead of vanishing behind it. */
export const viewport: Viewport = { interactiveWidget: 'resizes-content' };

export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
