'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const everyMs = 3000;

/** Refreshes the page every few seconds while `waiting` and visible. */
export function RefreshWhile({ waiting }: { waiting: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void refresh(() => router.refresh()), everyMs);
    return () => clearInterval(timer);
  }, [waiting, router]);
  return null;
}

/** Pings the server first: in an outage, Next.js would navigate to the browser's error page. */
async function refresh(show: () => void) {
  if (document.visibilityState === 'hidden') return;
  try {
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    if (answer.ok) show();
  } catch {
    // Unreachable: the next round tries again.
  }
}

/**
 * Refreshes the page when it becomes visible again, while `isWanted`: the balance may have been topped up meanwhile.
 */
export function useRefreshOnReturn(isWanted: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWanted) return;
    const refresh = (): void => {
      if (document.visibilityState === 'visible') router.refresh();
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [isWanted, router]);
}
