/** The result of an action: its value, or an error message. */
export type ActionResult<Value> = { value: Value } | { error: string };

/** Why an action failed, in words; undefined when it succeeded. */
export function getError(result: ActionResult<unknown>): string | undefined {
  return 'error' in result ? result.error : undefined;
}
