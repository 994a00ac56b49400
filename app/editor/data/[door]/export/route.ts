import { answerExport } from '#app/editor/answer-export';
import { atDoor } from '#app/editor/at-door';

export const dynamic = 'force-dynamic';

export const GET = atDoor(answerExport);
