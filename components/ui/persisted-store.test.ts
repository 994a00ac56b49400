import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useStorage } from '#e2e/support/browser-storage';
import { persistedStore, readLocal, readLocalJson, writeLocal } from './persisted-store';

const openCounter = () => persistedStore('count', (text) => Number(text ?? 0), String);

test('a value is read by the next page', (t) => {
  const stored = useStorage(t);
  assert.equal(openCounter().get(), 0);
  openCounter().set(3);
  assert.equal(openCounter().get(), 3);
  assert.deepEqual([...stored], [['count', '3']]);
});

test('text that is not JSON reads as nothing stored', (t) => {
  useStorage(t);
  assert.equal(readLocalJson('a'), undefined);
  writeLocal('a', '{');
  assert.equal(readLocalJson('a'), undefined);
  writeLocal('a', '[1]');
  assert.deepEqual(readLocalJson('a'), [1]);
  writeLocal('a', undefined);
  assert.equal(readLocal('a'), undefined);
});

test('with site data blocked, a value lasts as long as the page', (t) => {
  const getBlocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: getBlocked });
  t.after(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
    else Object.defineProperty(globalThis, 'localStorage', before);
  });
  const counter = openCounter();
  counter.set(3);
  assert.equal(counter.get(), 3);
  assert.equal(openCounter().get(), 0);
});
