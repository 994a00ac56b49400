import { answerReview, answerReviewing } from '#app/editor/answer-review';
import { atDoor, atDoorToWrite } from '#app/editor/at-door';

export const dynamic = 'force-dynamic';

export const GET = atDoor(answerReview);
export const POST = atDoorToWrite(answerReviewing);
