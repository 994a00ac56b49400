import { answerNaming, answerRevision } from '#app/editor/answer-revisions';
import { atDoor, atDoorToWrite } from '#app/editor/at-door';

export const dynamic = 'force-dynamic';

export const GET = atDoor(answerRevision);
export const PATCH = atDoorToWrite(answerNaming);
