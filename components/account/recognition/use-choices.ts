'use client';

import { useMemo, useSyncExternalStore } from 'react';
import { noChoices, readChoicesState, subscribeChoices, type ChoicesState } from './choices-store';
import type { RecognitionOffer } from './offer';
import { resolveChoices, type ResolvedChoices } from './resolve-choices';

/** What is chosen now, and what of it is in force. */
export function useChoices(offer: RecognitionOffer): ChoicesState & ResolvedChoices {
  const state = useSyncExternalStore(subscribeChoices, readChoicesState, () => noChoices);
  const resolved = useMemo(() => resolveChoices(state.draft, offer), [state.draft, offer]);
  return { ...state, ...resolved };
}
