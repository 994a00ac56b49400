import { useSyncExternalStore } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import type { ReviewState } from './review';
import { getReview } from './review-commands';

/** What is known of the review, kept up to date. */
export function useReview(): ReviewState {
  const review = getReview(useEditorServices());
  return useSyncExternalStore(review.subscribe, review.state);
}
