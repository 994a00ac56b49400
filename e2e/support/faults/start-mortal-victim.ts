import { type MortalPostgres, startMortalPostgres } from './start-mortal-postgres';
import { startVictim, type Victim } from './start-victim';

/** A service whose PostgreSQL can be killed. */
export interface MortalVictim extends Victim {
  postgres: MortalPostgres;
}

/** Starts a service with these settings and a PostgreSQL of its own. */
export async function startMortalVictim(
  settings: Record<string, string>,
  { short }: { short: boolean },
): Promise<MortalVictim> {
  const postgres = await startMortalPostgres();
  try {
    const victim = await startVictim(settings, { server: postgres.url, short });
    return { ...victim, postgres, stop: () => victim.stop().finally(() => postgres.stop()) };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
