import { answerRevisions } from '#app/editor/answer-revisions';
import { withAccess } from '#app/editor/with-access';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerRevisions);
