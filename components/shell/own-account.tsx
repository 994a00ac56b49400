'use client';

import { createContext, useContext, type ReactNode } from 'react';

/** Who is signed in. */
export interface OwnAccountView {
  id: string;
  email: string;
  isOperator: boolean;
}

const Context = createContext<OwnAccountView | undefined>(undefined);

/** Tells everything below who is signed in: an error page is drawn in the browser, which can't look it up. */
export function OwnAccount({
  account,
  children,
}: {
  account: OwnAccountView | undefined;
  children: ReactNode;
}) {
  return <Context value={account}>{children}</Context>;
}

/** Who is signed in; undefined when nobody is. */
export function useOwnAccount(): OwnAccountView | undefined {
  return useContext(Context);
}
