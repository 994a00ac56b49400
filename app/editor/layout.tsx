import type { Viewport } from 'next';
import type { ReactNode } from 'react';

/** The editor makes room for a phone's keyboard instead of vanishing behind it. */
export const viewport: Viewport = { interactiveWidget: 'resizes-content' };

export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
