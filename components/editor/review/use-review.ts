import { useEditorServices } from '#components/editor/context.ts';
import { useStored } from '#components/ui/store.ts';
import type { ReviewState } from './review';
import { getReview } from './review-commands';

/** What is known of the review, kept up to date. */
export function useReview(): ReviewState {
  return useStored(getReview(useEditorServices()).state);
}
