import assert from 'node:assert/strict';
import { findViolations, type Kept } from './find-violations';

/** Fails with every invariant that the service breaks, one per line. The service must be at rest. */
export async function checkInvariants(kept: Kept): Promise<void> {
  const violations = await findViolations(kept);
  if (violations.length > 0) {
    assert.fail(`${violations.length} broken invariants:\n${violations.join('\n')}`);
  }
}
