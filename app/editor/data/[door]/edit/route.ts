import { answerEdit, answerSave } from '#app/editor/answer-edit';
import { atDoor, atDoorToWrite } from '#app/editor/at-door';

export const dynamic = 'force-dynamic';

export const GET = atDoor(answerEdit);
export const PATCH = atDoorToWrite(answerSave);
