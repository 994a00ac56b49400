import { findDialect } from '#lib/api/dialects/paths';
import { noSuchPath, serveDialect } from '#lib/api/serve-dialect';
import { v1 } from '#lib/api/v1/errors';

/** Binds the contract's operations to handlers; creates a route file's exports: given verbs, 405 for others. */
export const { serve, methods } = serveDialect(v1);

/** The exports of the catch-all route, whose errors are worded by the path's dialect. */
export const unknownPath = noSuchPath(findDialect);
