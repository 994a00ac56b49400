import { answerPeaks } from '#app/editor/answer-media';
import { withAccess } from '#app/editor/with-access';

/** The waveform of a transcript. */
export const GET = withAccess((authorized) => answerPeaks(authorized.request, authorized));
