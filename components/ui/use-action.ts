'use client';

import { useState } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';
import * as texts from '#messages/common';

/** Wraps a server action with its busy state and the error of its last run. */
export function useAction<Input extends unknown[], Value>(
  action: (...input: Input) => Promise<ActionResult<Value>>,
) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  /** Returns the action's value in an object; undefined on failure. */
  async function run(...input: Input): Promise<{ value: Value } | undefined> {
    setBusy(true);
    setError(undefined);
    const result = await action(...input).catch(() => ({ error: texts.serverUnreachable() }));
    setBusy(false);
    // Serialization drops undefined values.
    if (!('error' in result)) return result;
    setError(result.error);
    return undefined;
  }

  return { run, isBusy, error, reset: () => setError(undefined) };
}
