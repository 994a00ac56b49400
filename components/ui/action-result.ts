/** What an action returns: its value, or, in words, why it failed. */
export type ActionResult<Value> = { value: Value } | { error: string };

/** Why an action failed, in words; undefined when it succeeded. */
export function getError(result: ActionResult<unknown>): string | undefined {
  return 'error' in result ? result.error : undefined;
}
