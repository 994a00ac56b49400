import { answerEdit, answerSave } from '#app/editor/answer-edit';
import { withAccess, withEditAccess } from '#app/editor/with-access';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerEdit);
export const PATCH = withEditAccess(answerSave);
