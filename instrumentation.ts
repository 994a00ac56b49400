import type { Instrumentation } from 'next';
import { noteError } from '#app/http/error-status';

/** Called by Next with each error that a page, a route or an action ends with. */
export const onRequestError: Instrumentation.onRequestError = (error, { method }, { routeType }) =>
  // Next reads the arguments of an action from what is posted to a page.
  noteError(error, { toAction: method === 'POST' && routeType !== 'route' });
