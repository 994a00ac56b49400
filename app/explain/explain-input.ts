import { z } from 'zod';
import * as texts from '#messages/faults';
import { invalidParameter, type Refusal } from '#lib/refusal';
import * as authTexts from '#messages/auth';

/** PostgreSQL's error codes for unstorable characters (NUL, lone surrogates) and for values out of a column's range. */
const unstorable = /^(22021|22P05)$/;
const unfitting = /^(22001|22003|22007|22008|22P02)$/;

/** Explains why an action's input is invalid or can't be stored; undefined for other errors. */
export function explainInput(error: unknown): string | undefined {
  if (error instanceof z.ZodError) return explainIssue(error.issues[0]);
  let found = error;
  while (found instanceof Error) {
    const code = 'code' in found ? String(found.code) : '';
    if (unstorable.test(code)) return texts.characterInvalid();
    if (unfitting.test(code)) return texts.inputInvalid();
    found = found.cause;
  }
  return undefined;
}

function explainIssue(issue: z.core.$ZodIssue | undefined): string {
  return issue?.code === 'too_big' && issue.origin === 'string'
    ? texts.inputTooLong({ max: Number(issue.maximum) })
    : texts.inputInvalid();
}

/** The refusal of a request that needs email on a server that sends none. */
export function mailUnavailable(): Refusal {
  return invalidParameter('email', authTexts.mailUnavailable());
}
