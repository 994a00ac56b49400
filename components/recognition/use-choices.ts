'use client';

import { useMemo } from 'react';
import { useStored } from '#components/ui/store.ts';
import { choicesStore, noChoices, type ChoicesState } from './choices-store';
import type { RecognitionOffer } from './offer';
import { resolveChoices, type ResolvedChoices } from './resolve-choices';

/** The current choices, and those in force. */
export function useChoices(offer: RecognitionOffer): ChoicesState & ResolvedChoices {
  const state = useStored(choicesStore, noChoices);
  const resolved = useMemo(() => resolveChoices(state.draft, offer), [state.draft, offer]);
  return { ...state, ...resolved };
}
