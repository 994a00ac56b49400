import type { Viewport } from 'next';
import type { ReactNode } from 'react';
import { preloadReadingFont } from '#app/preload-fonts';

/** The editor makes room for a phone's keyboard instead of vanishing behind it. */
export const viewport: Viewport = { interactiveWidget: 'resizes-content' };

export default function Layout({ children }: { children: ReactNode }) {
  preloadReadingFont();
  return children;
}
