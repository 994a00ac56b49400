/**
 * Waits for queries that were sent to one transaction together. Throws what the first of them, in their order, has failed with: those
 * behind it then fail only because the transaction has, and may be heard of before it.
 */
export async function sendTogether<Results extends readonly unknown[]>(queries: {
  [At in keyof Results]: Promise<Results[At]>;
}): Promise<Results> {
  await Promise.allSettled(queries);
  const results: unknown[] = [];
  for (const query of queries) results.push(await query);
  return results as unknown as Results;
}
