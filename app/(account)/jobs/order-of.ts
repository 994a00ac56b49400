import type { Ordered } from '#components/account/jobs/jobs-desk';
import { Refusal } from '#lib/refusal';

/** Runs what orders transcriptions. A balance that is too low for them is an answer, not a trouble. */
export async function orderOf(order: () => Promise<void>): Promise<Ordered> {
  try {
    await order();
    return { kind: 'ordered' };
  } catch (error) {
    if (error instanceof Refusal && error.reason.kind === 'out-of-credit') {
      return { kind: 'out-of-credit', balanceCents: error.reason.balanceCents };
    }
    throw error;
  }
}
