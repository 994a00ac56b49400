'use client';

import { createContext, useContext, type ReactNode } from 'react';

const Context = createContext<string | undefined>(undefined);

/** Tells everything below who is signed in: an error page is drawn in the browser, which can't look it up. */
export function OwnEmail({ email, children }: { email: string | undefined; children: ReactNode }) {
  return <Context value={email}>{children}</Context>;
}

/** The email address of whoever is signed in; undefined when signed out. */
export function useOwnEmail(): string | undefined {
  return useContext(Context);
}
