import { answerReview, answerReviewing } from '#app/editor/answer-review';
import { withAccess, withEditAccess } from '#app/editor/with-access';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerReview);
export const POST = withEditAccess(answerReviewing);
