import { useState } from 'react';

/** Whether a notice was dismissed in this browser, and what dismisses it; `key` is what that is kept under. */
export function useDismissal(key: string): readonly [isDismissed: boolean, dismiss: () => void] {
  const [isDismissed, setDismissed] = useState(() => readDismissal(key));
  const dismiss = (): void => {
    try {
      localStorage.setItem(key, 'dismissed');
    } catch {
      // Without a place to keep it, it stays away until the page is left.
    }
    setDismissed(true);
  };
  return [isDismissed, dismiss];
}

function readDismissal(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
