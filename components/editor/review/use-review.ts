import { useSyncExternalStore } from 'react';
import { useEditorContext } from '#components/editor/context.ts';
import type { ReviewState } from './review';
import { getReview } from './review-commands';

/** What is known of the review, kept up to date. */
export function useReview(): ReviewState {
  const review = getReview(useEditorContext());
  return useSyncExternalStore(review.subscribe, review.state);
}
