'use client';

import { createContext, useContext, type ReactNode } from 'react';

/** `free` if transcription costs nothing on this server. */
export type ChargingKind = 'charged' | 'free';

const Context = createContext<ChargingKind>('charged');

/** Provides the charging kind to all components below. */
export function Charging({ kind, children }: { kind: ChargingKind; children: ReactNode }) {
  return <Context value={kind}>{children}</Context>;
}

/** Returns the charging kind. */
export function useCharging(): ChargingKind {
  return useContext(Context);
}
