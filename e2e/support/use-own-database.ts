import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { database } from '#lib/db/database';
import { atEnd } from './at-end';
import { createDatabase } from './test-database';
import { useSettings } from './use-settings';

let ready: Promise<void> | undefined;

/**
 * Gives this process the database and settings of a service with a data folder and two engines that are never used. The
 * test files of a process share them; each test uses accounts of its own.
 */
export function useOwnDatabase(): Promise<void> {
  ready ??= prepare();
  return ready;
}

async function prepare(): Promise<void> {
  const own = await createDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-service-'));
  useSettings({
    DATABASE_URL: own.url,
    LONGHAND_DATA_DIR: dataDir,
    LONGHAND_LOG_LEVEL: 'fatal',
    LONGHAND_ENGINE: 'pocketsphinx',
    LONGHAND_OPENAI_URLS: 'http://127.0.0.1:9/v1',
    LONGHAND_OPENAI_MODEL: 'Systran/large',
    LONGHAND_REQUESTS_PER_MINUTE: '0',
    LONGHAND_MAX_UPLOAD_BYTES: '1000000',
  });
  atEnd(async () => {
    await database().close();
    await own.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
}
