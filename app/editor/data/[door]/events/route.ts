import { answerEvents } from '#app/editor/answer-events';
import { atDoor } from '#app/editor/at-door';

export const dynamic = 'force-dynamic';

export const GET = atDoor(answerEvents);
