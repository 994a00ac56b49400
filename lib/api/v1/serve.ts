import { findDialect } from '#lib/api/dialects/paths';
import { noSuchPath, serveDialect } from '#lib/api/serve-dialect';
import { v1 } from '#lib/api/v1/errors';

/** Binds an operation of the contract to what does it; the exports of a route file: the given verbs, 405 for the others. */
export const { serve, methods } = serveDialect(v1);

/** The exports of the route file for every path that this revision does not have, in the words of the dialect that it is below. */
export const unknownPath = noSuchPath(findDialect);
