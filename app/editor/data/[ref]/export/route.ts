import { answerExport } from '#app/editor/answer-export';
import { withAccess } from '#app/editor/with-access';

export const dynamic = 'force-dynamic';

export const GET = withAccess(answerExport);
