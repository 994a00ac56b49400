import assert from 'node:assert/strict';
import test from 'node:test';
import { chooseProcesses } from '#lib/recognition/engines/sherpa/choose-processes';

const machine = { cores: 8, memoryMb: 16_384, modelMemoryMb: 118, maxProcesses: 8, threads: undefined };

test('a small model runs once on each core, on one thread', () => {
  assert.deepEqual(chooseProcesses(machine), { processes: 8, threads: 1 });
});

test('a large model runs as often as half of the memory holds, on the cores that are left over', () => {
  const large = { ...machine, modelMemoryMb: 1250 };
  assert.deepEqual(chooseProcesses(large), { processes: 6, threads: 1 });
  assert.deepEqual(chooseProcesses({ ...large, memoryMb: 8192 }), { processes: 3, threads: 2 });
  assert.deepEqual(chooseProcesses({ ...large, memoryMb: 4096 }), { processes: 1, threads: 8 });
});

test('there is a process however little memory there is', () => {
  assert.deepEqual(chooseProcesses({ ...machine, memoryMb: 512, modelMemoryMb: 1250 }), {
    processes: 1,
    threads: 8,
  });
});

test('what the operator sets is used', () => {
  assert.deepEqual(chooseProcesses({ ...machine, maxProcesses: 2 }), { processes: 2, threads: 1 });
  assert.deepEqual(chooseProcesses({ ...machine, threads: 4 }), { processes: 2, threads: 4 });
  assert.deepEqual(chooseProcesses({ ...machine, threads: 16 }), { processes: 1, threads: 16 });
});
