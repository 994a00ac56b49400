import { test } from 'node:test';
import { killDuringStart } from '#e2e/faults/start-kill';
import { readSeed } from '#e2e/support/seed';
import { randomFrom } from '#e2e/support/transcript/random-speech';

// Only with --all: kills PostgreSQL in eight starts.

/*
 * Starting tolerates a failing database like a running service does: the short form of a scenario of `npm run faults`,
 * with the existing build.
 */

test('a start whose PostgreSQL is killed at any moment comes up or ends plainly, and ends when it is asked to', () =>
  killDuringStart({ random: randomFrom(readSeed('LONGHAND_TEST_START_SEED')), short: true, minutes: 0 }));
