'use client';

import { createContext, useContext, type ReactNode } from 'react';

const Context = createContext(false);

/** Tells everything below whether who is signed in is an operator. */
export function OwnRole({ isOperator, children }: { isOperator: boolean; children: ReactNode }) {
  return <Context value={isOperator}>{children}</Context>;
}

/** Whether who is signed in is an operator. */
export function useIsOperator(): boolean {
  return useContext(Context);
}
