'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** The language that the reader's browser prefers; English until the browser has taken over. */
export function useReaderLocale(): string {
  return useSyncExternalStore(
    never,
    () => navigator.language || 'en',
    () => 'en',
  );
}
