import { bucketSettings } from '#e2e/support/s3/bucket-settings';
import { startMortalVictim, type MortalVictim } from './start-mortal-victim';
import { startStore, type Store } from './start-store';

/** A service whose bucket can fail and whose PostgreSQL can be killed. */
export interface BucketVictim extends MortalVictim {
  store: Store;
}

/** Starts a service with these settings, with its own bucket and PostgreSQL. */
export async function startBucketVictim(
  settings: Record<string, string>,
  { short }: { short: boolean },
): Promise<BucketVictim> {
  const store = await startStore({ short, host: '127.0.0.1' });
  try {
    const victim = await startMortalVictim(
      { ...settings, ...bucketSettings(store.s3) },
      { bucket: store, short },
    );
    return { ...victim, store, stop: () => victim.stop().finally(() => store.s3.stop()) };
  } catch (error) {
    await store.s3.stop();
    throw error;
  }
}
