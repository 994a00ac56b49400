import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownPedalMap, newBit, pressedPedals, type Pedal } from './foot-pedal';

const infinity = knownPedalMap({ vendorId: 0x05f3, productId: 0x00ff }) ?? {};
const report = (...bytes: number[]) => ({ reportId: 0, bytes: new Uint8Array(bytes) });
const none: ReadonlySet<Pedal> = new Set();

test('the Infinity pedal tells its three switches by the lowest three bits', () => {
  assert.deepEqual([...pressedPedals(infinity, report(0, 0), none)], []);
  assert.deepEqual([...pressedPedals(infinity, report(1, 0), none)], ['left']);
  assert.deepEqual([...pressedPedals(infinity, report(2, 0), none)], ['middle']);
  assert.deepEqual([...pressedPedals(infinity, report(4, 0), none)], ['right']);
  assert.deepEqual([...pressedPedals(infinity, report(0b11, 0), none)], ['left', 'middle']);
  assert.equal(knownPedalMap({ vendorId: 0x05f3, productId: 0x0001 }), undefined);
});

test('a report too short presses nothing, and one of another number changes nothing', () => {
  assert.deepEqual([...pressedPedals(infinity, report(), new Set(['left']))], []);
  const other = { reportId: 3, bytes: new Uint8Array([4]) };
  assert.deepEqual([...pressedPedals(infinity, other, new Set(['middle']))], ['middle']);
});

test('a new pedal is learnt from the bit that rises', () => {
  assert.deepEqual(newBit(new Uint8Array([0b1000_0000, 0]), report(0b1000_0000, 0b10)), {
    reportId: 0,
    byte: 1,
    mask: 2,
  });
  assert.deepEqual(newBit(undefined, report(0b1100)), { reportId: 0, byte: 0, mask: 4 });
  assert.equal(newBit(new Uint8Array([1]), report(1)), undefined);
  assert.equal(newBit(new Uint8Array([1]), report(0)), undefined);
});
