import { invalidParameter, type Refusal } from '#lib/refusal';
import * as texts from '#messages/auth';

/** The refusal of a request for an email on a server that sends none. */
export function mailUnavailable(): Refusal {
  return invalidParameter('email', texts.mailUnavailable());
}
