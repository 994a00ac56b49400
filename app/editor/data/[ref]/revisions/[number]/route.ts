import { answerNaming, answerRevision } from '#app/editor/answer-revisions';
import { withAccess, withEditAccess } from '#app/editor/with-access';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerRevision);
export const PATCH = withEditAccess(answerNaming);
