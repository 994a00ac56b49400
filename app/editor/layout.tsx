import '#components/editor/layout/job-heading.module.css';
import '#components/editor/layout/no-transcript.module.css';
import '#components/shell/account-nav.module.css';
import '#components/shell/page-frame.module.css';
import type { Viewport } from 'next';
import type { ReactNode } from 'react';

/*
 * The styles of every state that a page of the editor can have are its layout's. Next preloads those of the page and of its
 * error page, whichever is shown, and browsers warn of what is preloaded and not used.
 */

/** The editor makes room for a phone's keyboard instead of vanishing behind it. */
export const viewport: Viewport = { interactiveWidget: 'resizes-content' };

export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
