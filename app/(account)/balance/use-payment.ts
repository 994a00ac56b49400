'use client';

import { useState } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';
import { useAction } from '#components/ui/use-action.ts';

/** Starts or makes a payment, then opens the returned URL. Busy until the page is left. */
export function usePayment<Input extends unknown[]>(
  begin: (...input: Input) => Promise<ActionResult<{ url: string }>>,
) {
  const { run, isBusy, error } = useAction(begin);
  const [isLeaving, setLeaving] = useState(false);

  async function pay(...input: Input): Promise<void> {
    const result = await run(...input);
    if (result === undefined) return;
    setLeaving(true);
    globalThis.location.assign(result.value.url);
  }

  return { pay, isBusy: isBusy || isLeaving, error };
}
