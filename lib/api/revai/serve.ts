import { serveDialect } from '#lib/api/serve-dialect';
import { revAi } from '#lib/api/revai/errors';

/** Binds the operations of this dialect; the exports of its route files, and of the one for every path that it does not have. */
export const { serve, methods, unknownPath } = serveDialect(revAi);
