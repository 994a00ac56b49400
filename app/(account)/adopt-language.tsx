'use client';

import { useEffect } from 'react';
import { adoptLanguage } from '#app/(account)/settings/actions';

/** Reloads the page in the language set for the account in another browser. */
export function AdoptLanguage() {
  useEffect(() => {
    const run = async () => {
      // On an error, the next page tries again.
      if (!('error' in (await adoptLanguage()))) globalThis.location.reload();
    };
    run().catch(() => {});
  }, []);
  return null;
}
