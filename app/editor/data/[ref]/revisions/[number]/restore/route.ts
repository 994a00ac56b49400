import { answerRestoration } from '#app/editor/answer-revisions';
import { withEditAccess } from '#app/editor/with-access';

export const dynamic = 'force-dynamic';

export const POST = withEditAccess(answerRestoration);
