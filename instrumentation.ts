import { noteError } from '#app/outage';

/** Called by Next with each error that a page, a route or an action ends with. */
export function onRequestError(error: unknown): void {
  noteError(error);
}
