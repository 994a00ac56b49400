/** The result of an action: its value, or an error message. */
export type ActionResult<Value> = { value: Value } | { error: string };

/** Returns a failed action's error message; undefined after success. */
export function getError(result: ActionResult<unknown>): string | undefined {
  return 'error' in result ? result.error : undefined;
}
