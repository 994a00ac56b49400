import { answerAbsence, answerPresence } from '#app/editor/answer-presence';
import { atDoor } from '#app/editor/at-door';

export const dynamic = 'force-dynamic';

export const POST = atDoor(answerPresence);
export const DELETE = atDoor(answerAbsence);
