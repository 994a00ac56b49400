import { newBit, pedals, pressedPedals, type Pedal, type PedalMap, type PedalReport } from './foot-pedal';

/** The state of the foot pedal: none, connected, or learning its switches. */
export type PedalState =
  | { kind: 'none' }
  | { kind: 'failed' }
  | ({ kind: 'connected' } & ConnectedPedal)
  | ({ kind: 'learning'; pedal: Pedal } & ConnectedPedal);

/** A device that is connected, and its switches. */
interface ConnectedPedal {
  name: string;
  map: PedalMap;
  pressed: ReadonlySet<Pedal>;
}

/** A device was connected; one without known switches has them shown. */
export function connectDevice(name: string, map: PedalMap): PedalState {
  const device = { name, map, pressed: new Set<Pedal>() };
  return Object.keys(map).length === 0 ? learnFrom(0, device) : { kind: 'connected', ...device };
}

/** Has all switches shown, from left to right. */
export function learnPedals(state: PedalState): PedalState {
  return isConnected(state) ? learnFrom(0, { ...state, map: {} }) : state;
}

/** There is no such switch as the one that is asked for. */
export function skipPedal(state: PedalState): PedalState {
  return state.kind === 'learning' ? learnFrom(pedals.indexOf(state.pedal) + 1, state) : state;
}

/** The device has reported; `rest` is its last report of the same number. */
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

/** The switches whose state changed between the two, and whether each is down now. */
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
