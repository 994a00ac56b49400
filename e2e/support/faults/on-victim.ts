/** Harms the given victim, or one that `start` starts for this purpose and that is stopped afterwards. */
export async function onVictim<V extends { stop(): Promise<void> }>(
  given: V | undefined,
  start: () => Promise<V>,
  harm: (victim: V) => Promise<void>,
): Promise<void> {
  if (given !== undefined) return harm(given);
  const victim = await start();
  try {
    await harm(victim);
  } finally {
    await victim.stop();
  }
}
