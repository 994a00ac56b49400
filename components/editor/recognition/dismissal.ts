const key = 'longhand.basic-engine-notice';

/** Whether the notice on the basic engine was dismissed in this browser. */
export function isDismissed(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Remembers in this browser, where it can, that the notice was dismissed. */
export function rememberDismissal(): void {
  try {
    localStorage.setItem(key, 'dismissed');
  } catch {
    // Without a place to keep it, it stays away until the page is left.
  }
}
