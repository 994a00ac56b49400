'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const everyMs = 3000;

/** Refreshes the page every few seconds for as long as `waiting`, while it is in sight. */
export function RefreshWhile({ waiting }: { waiting: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void refresh(() => router.refresh()), everyMs);
    return () => clearInterval(timer);
  }, [waiting, router]);
  return null;
}

/** When the server is away for a moment, Next would leave the page for the browser's error page: it is asked first. */
async function refresh(show: () => void) {
  if (document.visibilityState === 'hidden') return;
  try {
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    if (answer.ok) show();
  } catch {
    // Away: the next round asks again.
  }
}

/** Refreshes the page whenever it comes into sight again, as long as `isWanted`: the balance may be topped up elsewhere. */
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
