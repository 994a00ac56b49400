import { Refusal } from '#lib/refusal';
import * as texts from '#messages/auth';

/** The refusal of whoever asks for an email where none are sent. */
export function mailUnavailable(): Refusal {
  return new Refusal({ kind: 'invalid-parameters', parameters: { email: [texts.mailUnavailable()] } });
}
