import type { Instrumentation } from 'next';
import { noteError } from '#app/http/error-status';

/** Called by Next with each unhandled error of a page, route or action. */
export const onRequestError: Instrumentation.onRequestError = (error, { method }, { routeType }) =>
  // Next parses an action's arguments from the page's POST request.
  noteError(error, { toAction: method === 'POST' && routeType !== 'route' });
