import { answerRevisions } from '#app/editor/answer-revisions';
import { atDoor } from '#app/editor/at-door';

export const dynamic = 'force-dynamic';

export const GET = atDoor(answerRevisions);
