import { type DatabaseGate, startDatabaseGate } from '#e2e/support/start-database-gate';
import { startVictim, type Victim } from './start-victim';

/** A service whose connection to the database can be closed. */
export interface GatedVictim extends Victim {
  gate: DatabaseGate;
}

/** Starts a service with these settings behind an open gate to the tests' PostgreSQL. */
export async function startGatedVictim(
  settings: Record<string, string>,
  { short }: { short: boolean },
): Promise<GatedVictim> {
  const gate = await startDatabaseGate(process.env['TEST_DATABASE_URL'] ?? '');
  try {
    const victim = await startVictim(settings, { server: gate.url, short });
    return { ...victim, gate, stop: () => victim.stop().finally(() => gate.stop()) };
  } catch (error) {
    await gate.stop();
    throw error;
  }
}
