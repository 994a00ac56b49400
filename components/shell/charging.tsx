'use client';

import { createContext, useContext, type ReactNode } from 'react';

/** `free` if transcribing costs nothing on this server. */
export type ChargingKind = 'charged' | 'free';

const Context = createContext<ChargingKind>('charged');

/** Tells everything below whether transcribing costs money. */
export function Charging({ kind, children }: { kind: ChargingKind; children: ReactNode }) {
  return <Context value={kind}>{children}</Context>;
}

/** `free` if transcribing costs nothing on this server. */
export function useCharging(): ChargingKind {
  return useContext(Context);
}
