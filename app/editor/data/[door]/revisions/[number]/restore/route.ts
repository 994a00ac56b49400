import { answerRestoration } from '#app/editor/answer-revisions';
import { atDoorToWrite } from '#app/editor/at-door';

export const dynamic = 'force-dynamic';

export const POST = atDoorToWrite(answerRestoration);
