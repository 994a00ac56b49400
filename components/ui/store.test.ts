import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEmitter, createLazyStore, createStore } from './store';

test('a store tells its listeners of each change, and of nothing else', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  store.set(2);
  store.set(3);
  unsubscribe();
  store.set(4);
  assert.deepEqual(seen, [2, 3]);
  assert.equal(store.get(), 4);
});

test('the first value of a lazy store is read once, when it is needed', () => {
  let reads = 0;
  const store = createLazyStore(() => {
    reads += 1;
    return undefined;
  });
  store.subscribe(() => assert.fail('reading is no change'));
  assert.equal(reads, 0);
  assert.equal(store.get(), undefined);
  assert.equal(store.get(), undefined);
  assert.equal(reads, 1);
});

test('an emitter tells each listener as long as it is subscribed', () => {
  const { emit, subscribe } = createEmitter<number>();
  const seen: string[] = [];
  const unsubscribe = subscribe((value) => seen.push(`a${value}`));
  subscribe((value) => seen.push(`b${value}`));
  emit(1);
  unsubscribe();
  emit(2);
  assert.deepEqual(seen, ['a1', 'b1', 'b2']);
});
