import { answerChanges } from '#app/editor/answer-edit';
import { atDoor } from '#app/editor/at-door';

export const dynamic = 'force-dynamic';

export const GET = atDoor(answerChanges);
