import { answerWords } from '#app/editor/answer-edit';
import { withAccess } from '#app/editor/with-access';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerWords);
