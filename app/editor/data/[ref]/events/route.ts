import { answerEvents } from '#app/editor/answer-events';
import { withAccess } from '#app/editor/with-access';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerEvents);
