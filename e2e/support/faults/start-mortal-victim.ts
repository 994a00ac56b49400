import { type MortalPostgres, startMortalPostgres } from './start-mortal-postgres';
import type { Store } from './start-store';
import { startVictim, type Victim } from './start-victim';

/** A service whose PostgreSQL can be killed. */
export interface MortalVictim extends Victim {
  postgres: MortalPostgres;
}

/** Starts a service with these settings and its own PostgreSQL, with media in `bucket` or in its folder. */
export async function startMortalVictim(
  settings: Record<string, string>,
  { bucket, short }: { bucket?: Store; short: boolean },
): Promise<MortalVictim> {
  const postgres = await startMortalPostgres();
  try {
    const victim = await startVictim(settings, {
      server: postgres.url,
      short,
      ...(bucket !== undefined && { bucket }),
    });
    return { ...victim, postgres, stop: () => victim.stop().finally(() => postgres.stop()) };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
