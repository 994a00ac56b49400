/// <reference types="w3c-web-hid" />

import { createStore, type ReadableStore, type Store } from '#components/ui/store.ts';
import { readLocalJson, writeLocal } from '#components/ui/persisted-store.ts';
import { knownPedalMap, type Pedal, type PedalMap } from './foot-pedal';
import {
  connectDevice,
  getPresses,
  learnPedals,
  receiveReport,
  skipPedal,
  type PedalState,
} from './pedal-state';
import { useEffect } from 'react';
import type { Player } from '#components/editor/player/player.ts';

/** The foot pedals of this browser. */
export interface PedalConnection {
  state: ReadableStore<PedalState>;
  /** Lets the user choose a device. */
  connect: () => void;
  /** Starts learning the switches. */
  learn: () => void;
  /** Skips a switch that the device doesn't have. */
  skip: () => void;
  end: () => void;
}

type OnPress = (pedal: Pedal, isDown: boolean) => void;

/** The device in use, and its last reports by report ID. */
interface Connection {
  state: Store<PedalState>;
  device: HIDDevice | undefined;
  lastReports: Map<number, Uint8Array>;
  onReport: (event: HIDInputReportEvent) => void;
  onPress: OnPress;
}

/** True if this browser supports foot pedals. */
const hasPedals = (): boolean => globalThis.isSecureContext && 'hid' in navigator;

/** Listens to known and newly chosen pedals. `onPress` is called when a switch goes down or up. */
function connectPedals(onPress: OnPress): PedalConnection {
  const { hid } = navigator;
  const state = createStore<PedalState>({ kind: 'none' });
  const connection: Connection = {
    state,
    device: undefined,
    lastReports: new Map(),
    onReport: (event) => receive(connection, event),
    onPress,
  };
  const leaving = new AbortController();
  hid.addEventListener('connect', ({ device }) => void open(connection, device), leaving);
  hid.addEventListener('disconnect', ({ device }) => leave(connection, device), leaving);
  void openFirst(connection, hid.getDevices());
  return {
    state,
    // No filter: generic pedals from many makers identify as anything.
    connect: () => void openFirst(connection, hid.requestDevice({ filters: [] })),
    learn: () => change(connection, learnPedals(state.get())),
    skip: () => change(connection, skipPedal(state.get())),
    end() {
      leaving.abort();
      const { device } = connection;
      if (device === undefined) return;
      leave(connection, device);
      void device.close();
    },
  };
}

async function openFirst(connection: Connection, found: Promise<HIDDevice[]>): Promise<void> {
  const [first] = await found.catch(() => []);
  if (first !== undefined) await open(connection, first);
}

async function open(connection: Connection, device: HIDDevice): Promise<void> {
  if (connection.device !== undefined) return;
  try {
    if (!device.opened) await device.open();
  } catch {
    return connection.state.set({ kind: 'failed' });
  }
  connection.device = device;
  device.addEventListener('inputreport', connection.onReport);
  change(connection, connectDevice(device.productName, readMap(device) ?? {}));
}

/** Ignores any device other than the one in use. */
function leave(connection: Connection, device: HIDDevice): void {
  if (device !== connection.device) return;
  device.removeEventListener('inputreport', connection.onReport);
  connection.device = undefined;
  change(connection, { kind: 'none' });
}

function receive(connection: Connection, { reportId, data }: HIDInputReportEvent): void {
  const { state, lastReports } = connection;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
  const rest = lastReports.get(reportId);
  lastReports.set(reportId, bytes);
  change(connection, receiveReport(state.get(), { reportId, bytes }, rest));
}

/** Changes the state, stores learned switches, and reports presses and releases. */
function change({ state, device, onPress }: Connection, next: PedalState): void {
  const before = state.get();
  if (device !== undefined && before.kind === 'learning' && next.kind === 'connected') {
    writeLocal(getStorageKey(device), JSON.stringify(next.map));
  }
  state.set(next);
  for (const [pedal, isDown] of getPresses(before, next)) onPress(pedal, isDown);
}

const getStorageKey = ({ vendorId, productId }: HIDDevice): string =>
  `longhand-pedal-${vendorId}-${productId}`;

/** The switches as set up in this browser, else those of a known device. */
function readMap(device: HIDDevice): PedalMap | undefined {
  return (readLocalJson(getStorageKey(device)) as PedalMap | undefined) ?? knownPedalMap(device);
}

const shuttleMs = 100;
/** The shuttle speed, as a multiple of real time. */
const shuttleSpeed = 6;

/** Connects foot pedals, if the browser supports them. Pressed, they play or wind; released, they stop. */
export function usePedal(player: Player, pedal: Store<PedalConnection | undefined>): void {
  useEffect(() => {
    if (!hasPedals()) return;
    const shuttle = createShuttle(player);
    const presses: Record<Pedal, (isDown: boolean) => void> = {
      left: (isDown) => shuttle(isDown ? -1 : 0),
      middle: (isDown) => (isDown ? player.play() : player.pause()),
      right: (isDown) => shuttle(isDown ? 1 : 0),
    };
    const made = connectPedals((which, isDown) => presses[which](isDown));
    pedal.set(made);
    return () => {
      shuttle(0);
      made.end();
      pedal.set(undefined);
    };
  }, [player, pedal]);
}

/** Winds forward (1) or back (-1) until stopped (0), as a held pedal does. */
function createShuttle(player: Player): (direction: 1 | 0 | -1) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  return (direction) => {
    clearInterval(timer);
    if (direction === 0) return;
    timer = setInterval(() => player.skip(direction * shuttleMs * shuttleSpeed), shuttleMs);
  };
}
