import { z } from 'zod';
import * as texts from '#messages/faults';

/** PostgreSQL's error codes for characters that text can't hold (NUL, half a surrogate pair) and for values that fit no column. */
const unstorable = /^(22021|22P05)$/;
const unfitting = /^(22001|22003|22007|22008|22P02)$/;

/** Explains why an action's input fails a schema or can't be stored; undefined for errors of another kind. */
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
