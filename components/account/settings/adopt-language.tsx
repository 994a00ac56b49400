'use client';

import { useEffect } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';

/** Loads the page again in the language that the account was given in another browser. */
export function AdoptLanguage({ adopt }: { adopt: () => Promise<ActionResult<null>> }) {
  useEffect(() => {
    const run = async () => {
      // Otherwise the next page tries again.
      if ('value' in (await adopt())) globalThis.location.reload();
    };
    run().catch(() => {});
  }, [adopt]);
  return null;
}
