import { answerMedia } from '#app/editor/answer-media';
import { withAccess } from '#app/editor/with-access';

/** The media of a transcript. */
export const GET = withAccess((authorized) =>
  answerMedia({ ...authorized, linkId: authorized.author.linkId }),
);
