import { serveDialect } from '#lib/api/serve-dialect';
import { revAi } from '#lib/api/revai/errors';

/** Binds this dialect's operations, and creates the exports of its route files and of the catch-all route. */
export const { serve, methods, unknownPath } = serveDialect(revAi);
