/// <reference types="w3c-web-hid" />
import { knownPedalMap, newBit, pedals, pressedPedals, type Pedal, type PedalMap } from './foot-pedal';

/** What there is of foot pedals: none, one that works, or one that shows its switches. */
export type PedalState =
  | { kind: 'none' }
  | { kind: 'failed' }
  | { kind: 'connected'; name: string }
  | { kind: 'learning'; name: string; pedal: Pedal };

/** The foot pedals of this browser. */
export interface PedalConnection {
  state: () => PedalState;
  /** Has the person choose a device. */
  connect: () => void;
  /** Has the person show the switches. */
  learn: () => void;
  /** There is no such switch as the one that is asked for. */
  skip: () => void;
  subscribe: (listener: () => void) => () => void;
  end: () => void;
}

/** Whether this browser can talk with pedals at all. */
export const hasPedals = (): boolean => globalThis.isSecureContext && 'hid' in navigator;

const getStorageKey = ({ vendorId, productId }: HIDDevice): string =>
  `longhand-pedal-${vendorId}-${productId}`;

function readMap(device: HIDDevice): PedalMap | undefined {
  try {
    const stored = localStorage.getItem(getStorageKey(device));
    if (stored !== null) return JSON.parse(stored) as PedalMap;
  } catch {
    // Nothing kept, or nothing that can be read: the pedal is learnt anew.
  }
  return knownPedalMap(device);
}

/** Listens to pedals that were chosen before and those that will be; `press` is told of each switch's way down and up. */
export function connectPedals(press: (pedal: Pedal, isDown: boolean) => void): PedalConnection {
  const { hid } = navigator;
  const listeners = new Set<() => void>();
  const lastReports = new Map<number, Uint8Array>();
  let state: PedalState = { kind: 'none' };
  let device: HIDDevice | undefined;
  let map: PedalMap = {};
  let pressed: ReadonlySet<Pedal> = new Set();

  const setState = (next: PedalState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const nextToLearn = (after: Pedal | undefined): void => {
    if (device === undefined) return;
    const pedal = pedals[after === undefined ? 0 : pedals.indexOf(after) + 1];
    const name = device.productName;
    if (pedal !== undefined) return setState({ kind: 'learning', name, pedal });
    localStorage.setItem(getStorageKey(device), JSON.stringify(map));
    setState({ kind: 'connected', name });
  };
  const release = (): void => {
    for (const pedal of pressed) press(pedal, false);
    pressed = new Set();
  };
  const onReport = ({ reportId, data }: HIDInputReportEvent): void => {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
    const bit = newBit(lastReports.get(reportId), { reportId, bytes });
    lastReports.set(reportId, bytes);
    if (state.kind === 'learning') {
      if (bit === undefined) return;
      map = { ...map, [state.pedal]: bit };
      return nextToLearn(state.pedal);
    }
    const now = pressedPedals(map, { reportId, bytes }, pressed);
    const before = pressed;
    pressed = now;
    for (const pedal of pedals) {
      if (before.has(pedal) !== now.has(pedal)) press(pedal, now.has(pedal));
    }
  };
  const open = async (found: HIDDevice): Promise<void> => {
    if (device !== undefined) return;
    try {
      if (!found.opened) await found.open();
    } catch {
      return setState({ kind: 'failed' });
    }
    device = found;
    found.addEventListener('inputreport', onReport);
    map = readMap(found) ?? {};
    if (Object.keys(map).length === 0) nextToLearn(undefined);
    else setState({ kind: 'connected', name: found.productName });
  };
  const onConnect = (event: HIDConnectionEvent): void => void open(event.device);
  const onDisconnect = (event: HIDConnectionEvent): void => {
    if (event.device !== device) return;
    release();
    device.removeEventListener('inputreport', onReport);
    device = undefined;
    setState({ kind: 'none' });
  };
  hid.addEventListener('connect', onConnect);
  hid.addEventListener('disconnect', onDisconnect);
  const openFirst = async (found: Promise<HIDDevice[]>): Promise<void> => {
    const [first] = await found.catch(() => []);
    if (first !== undefined) await open(first);
  };
  void openFirst(hid.getDevices());

  return {
    state: () => state,
    // No filter: the generic pedals of many makers announce themselves as anything.
    connect: () => void openFirst(hid.requestDevice({ filters: [] })),
    learn() {
      map = {};
      nextToLearn(undefined);
    },
    skip: () => void (state.kind === 'learning' && nextToLearn(state.pedal)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end() {
      release();
      hid.removeEventListener('connect', onConnect);
      hid.removeEventListener('disconnect', onDisconnect);
      device?.removeEventListener('inputreport', onReport);
      void device?.close();
      listeners.clear();
    },
  };
}
