'use client';

import { useEffect } from 'react';
import { adoptLanguage } from '#app/(account)/settings/actions';

/** Loads the page again in the language that the account was given in another browser. */
export function AdoptLanguage() {
  useEffect(() => {
    const run = async () => {
      // Otherwise the next page tries again.
      if (!('error' in (await adoptLanguage()))) globalThis.location.reload();
    };
    run().catch(() => {});
  }, []);
  return null;
}
