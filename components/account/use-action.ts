'use client';

import { useState } from 'react';
import { developerTexts as texts } from '#components/texts/developers';

/** What an action tells: its value, or why nothing was done, in words. */
export type Outcome<Value> = { value: Value } | { trouble: string };

/** Runs an action of the server, and tells whether it is under way and what trouble the last run met. */
export function useAction<Input extends unknown[], Value>(
  action: (...input: Input) => Promise<Outcome<Value>>,
) {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  /** Gives the action's value in an object; undefined when there was trouble. */
  async function run(...input: Input): Promise<{ value: Value } | undefined> {
    setBusy(true);
    setTrouble(undefined);
    const outcome = await action(...input).catch(() => ({ trouble: texts.unreachable }));
    setBusy(false);
    // A value that is undefined is left out on its way here.
    if (!('trouble' in outcome)) return outcome;
    setTrouble(outcome.trouble);
    return undefined;
  }

  return { run, isBusy, trouble, forget: () => setTrouble(undefined) };
}
