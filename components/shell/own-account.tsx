'use client';

import { createContext, useContext, useMemo, type ReactNode } from 'react';

/** Who is signed in. */
export interface OwnAccountView {
  id: string;
  email: string;
  isOperator: boolean;
}

interface Known {
  account: OwnAccountView | undefined;
  isUnconfirmed: boolean;
}

const Context = createContext<Known>({ account: undefined, isUnconfirmed: false });

/**
 * Tells everything below who is signed in: an error page is drawn in the browser, which can't look it up. Unconfirmed
 * is a session that the server could not look up either.
 */
export function OwnAccount({ account, isUnconfirmed, children }: Known & { children: ReactNode }) {
  const known = useMemo(() => ({ account, isUnconfirmed }), [account, isUnconfirmed]);
  return <Context value={known}>{children}</Context>;
}

/** Who is signed in; undefined when nobody is. */
export function useOwnAccount(): OwnAccountView | undefined {
  return useContext(Context).account;
}

/** Whether somebody is signed in whose account could not be looked up. */
export function useUnconfirmedSession(): boolean {
  return useContext(Context).isUnconfirmed;
}
