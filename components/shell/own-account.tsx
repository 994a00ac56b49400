'use client';

import { createContext, useContext, useMemo, type ReactNode } from 'react';

/** The signed-in account. */
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

/** Provides the signed-in account to error pages, which render in the browser. Unconfirmed if the lookup failed. */
export function OwnAccount({ account, isUnconfirmed, children }: Known & { children: ReactNode }) {
  const known = useMemo(() => ({ account, isUnconfirmed }), [account, isUnconfirmed]);
  return <Context value={known}>{children}</Context>;
}

/** The signed-in account; undefined if signed out. */
export function useOwnAccount(): OwnAccountView | undefined {
  return useContext(Context).account;
}

/** True if a session exists whose account couldn't be looked up. */
export function useUnconfirmedSession(): boolean {
  return useContext(Context).isUnconfirmed;
}
