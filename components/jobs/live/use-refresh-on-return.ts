'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

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
