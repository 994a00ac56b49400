import { answerAbsence, answerPresence } from '#app/editor/answer-presence';
import { withAccess } from '#app/editor/with-access';

export const dynamic = 'force-dynamic';

export const POST = withAccess(answerPresence);
export const DELETE = withAccess(answerAbsence);
