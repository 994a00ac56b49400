import { useSyncExternalStore } from 'react';
import { useRoom } from '../edit-room';
import type { ReviewState } from './review';
import { reviewOf } from './review-commands';

/** What is known of the review, kept up to date. */
export function useReview(): ReviewState {
  const review = reviewOf(useRoom());
  return useSyncExternalStore(review.subscribe, review.state);
}
