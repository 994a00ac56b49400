import '#components/editor/layout/job-heading.module.css';
import '#components/editor/layout/no-transcript.module.css';
import '#components/shell/account-nav.module.css';
import '#components/shell/page-frame.module.css';
import type { Viewport } from 'next';
import type { ReactNode } from 'react';

/* Styles for all states of the editor's pages: browsers warn about preloaded ones that the state doesn't use. */

/** The editor shrinks for a phone's keyboard instead of being covered by it. */
export const viewport: Viewport = { interactiveWidget: 'resizes-content' };

export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
