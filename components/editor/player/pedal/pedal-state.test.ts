import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PedalMap } from './foot-pedal';
import {
  connectDevice,
  getPresses,
  learnPedals,
  receiveReport,
  skipPedal,
  type PedalState,
} from './pedal-state';

const map: PedalMap = { left: { reportId: 0, byte: 0, mask: 1 }, right: { reportId: 0, byte: 0, mask: 4 } };
const rest = new Uint8Array([0]);
const receive = (state: PedalState, byte: number): PedalState =>
  receiveReport(state, { reportId: 0, bytes: new Uint8Array([byte]) }, rest);

test('a device with known switches is connected at once', () => {
  assert.equal(connectDevice('Pedal', map).kind, 'connected');
});

test('an unknown device has its switches shown one after the other', () => {
  let state = connectDevice('Pedal', {});
  assert(state.kind === 'learning' && state.pedal === 'left');
  state = receive(state, 1);
  assert(state.kind === 'learning' && state.pedal === 'middle');
  assert.equal(receive(state, 0), state, 'a released switch shows nothing');
  state = skipPedal(state);
  assert(state.kind === 'learning' && state.pedal === 'right');
  state = receive(state, 4);
  assert(state.kind === 'connected' && state.name === 'Pedal');
  assert.deepEqual(state.map, map);
});

test('a device can show its switches anew', () => {
  const state = learnPedals(connectDevice('Pedal', map));
  assert(state.kind === 'learning' && state.pedal === 'left');
  assert.deepEqual(state.map, {});
});

test('without a device nothing is learnt, skipped or reported', () => {
  for (const state of [{ kind: 'none' }, { kind: 'failed' }] as const) {
    assert.equal(learnPedals(state), state);
    assert.equal(skipPedal(state), state);
    assert.equal(receive(state, 1), state);
  }
});

test('a switch is pressed and released once; a device that is gone releases all', () => {
  const up = connectDevice('Pedal', map);
  const down = receive(up, 5);
  assert.deepEqual(getPresses(up, down), [
    ['left', true],
    ['right', true],
  ]);
  assert.deepEqual(getPresses(down, receive(down, 5)), []);
  assert.deepEqual(getPresses(down, receive(down, 1)), [['right', false]]);
  assert.deepEqual(getPresses(down, { kind: 'none' }), [
    ['left', false],
    ['right', false],
  ]);
  assert.deepEqual(getPresses(down, learnPedals(down)), [], 'what is held is held while switches are shown');
});
