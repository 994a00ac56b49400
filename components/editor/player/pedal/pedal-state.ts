import { newBit, pedals, pressedPedals, type Pedal, type PedalMap, type PedalReport } from './foot-pedal';

/** The state of the foot pedal: none, connected, or learning its switches. */
export type PedalState =
  | { kind: 'none' }
  | { kind: 'failed' }
  | ({ kind: 'connected' } & ConnectedPedal)
  | ({ kind: 'learning'; pedal: Pedal } & ConnectedPedal);

/** A connected device and its switches. */
interface ConnectedPedal {
  name: string;
  map: PedalMap;
  pressed: ReadonlySet<Pedal>;
}

/** The state after connecting a device. One without known switches starts learning. */
export function connectDevice(name: string, map: PedalMap): PedalState {
  const device = { name, map, pressed: new Set<Pedal>() };
  return Object.keys(map).length === 0 ? learnFrom(0, device) : { kind: 'connected', ...device };
}

/** Learns all switches, from left to right. */
export function learnPedals(state: PedalState): PedalState {
  return isConnected(state) ? learnFrom(0, { ...state, map: {} }) : state;
}

/** Skips a switch that the device doesn't have. */
export function skipPedal(state: PedalState): PedalState {
  return state.kind === 'learning' ? learnFrom(pedals.indexOf(state.pedal) + 1, state) : state;
}

/** The state after a report. `rest` is the previous report with the same ID. */
export function receiveReport(
  state: PedalState,
  report: PedalReport,
  rest: Uint8Array | undefined,
): PedalState {
  if (state.kind === 'connected') {
    return { ...state, pressed: pressedPedals(state.map, report, state.pressed) };
  }
  if (state.kind !== 'learning') return state;
  const bit = newBit(rest, report);
  return bit === undefined ? state : skipPedal({ ...state, map: { ...state.map, [state.pedal]: bit } });
}

/** The switches that changed between two states, and whether each is now down. */
export function getPresses(before: PedalState, after: PedalState): Array<[Pedal, isDown: boolean]> {
  const [was, is] = [getPressed(before), getPressed(after)];
  return pedals.filter((pedal) => was.has(pedal) !== is.has(pedal)).map((pedal) => [pedal, is.has(pedal)]);
}

function learnFrom(index: number, { name, map, pressed }: ConnectedPedal): PedalState {
  const pedal = pedals[index];
  const device = { name, map, pressed };
  return pedal === undefined ? { kind: 'connected', ...device } : { kind: 'learning', pedal, ...device };
}

const isConnected = (state: PedalState): state is PedalState & ConnectedPedal =>
  state.kind === 'connected' || state.kind === 'learning';

const getPressed = (state: PedalState): ReadonlySet<Pedal> =>
  isConnected(state) ? state.pressed : new Set();
