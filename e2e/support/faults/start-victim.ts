import path from 'node:path';
import { withBuiltInFiles } from '#lib/storage/built-in-files';
import { diskStorage } from '#lib/storage/disk-storage';
import type { Storage } from '#lib/storage/storage';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';
import { makeClient, type Client } from '#e2e/support/client';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { ageFolder, comeToRest } from './come-to-rest';
import { checkInvariants } from './check-invariants';
import { makeSounds, type Sounds } from './make-sounds';
import { startRecognizer, type Recognizer } from './start-recognizer';
import type { Store } from './start-store';

/** A service to harm, with an account, a receiver of its callbacks, and everything its clients were promised. */
export interface Victim {
  longhand: Longhand;
  client: Client;
  receiver: Receiver;
  sounds: Sounds;
  recognizer: Recognizer;
  storage: Storage;
  acknowledged: Set<string>;
  /** Submits a recording with a callback and these options, and adds its job to `acknowledged`. */
  submit(file: string, options?: Record<string, unknown>): Promise<string>;
  /** Waits for the end of all work and checks the invariants. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a service with these settings, on the database server `server`, with media in `bucket` or in its folder. In
 * the `short` form, it uses a fake recognizer.
 */
export async function startVictim(
  settings: Record<string, string> = {},
  {
    server,
    bucket,
    short = false,
  }: { server?: string; bucket?: Pick<Store, 'storage' | 'ageFiles'>; short?: boolean } = {},
): Promise<Victim> {
  const sounds = await makeSounds();
  const receiver = await startReceiver();
  const recognizer = await startRecognizer({ short });
  const longhand = await startLonghand(
    {
      LONGHAND_REQUESTS_PER_MINUTE: '0',
      LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
      LONGHAND_ALLOW_PORTS: '1-65535',
      ...recognizer.settings,
      ...settings,
    },
    ...(server === undefined ? [] : [{ server }]),
  );
  const { sql, databaseUrl } = longhand;
  const dataDir = settings['LONGHAND_DATA_DIR'] ?? longhand.dataDir;
  const client = makeClient(longhand, (await longhand.createAccount(100_000_00)).apiKey);
  const acknowledged = new Set<string>();
  const storage = withBuiltInFiles(bucket?.storage ?? diskStorage(path.join(dataDir, 'media')));
  const ageFiles = bucket === undefined ? () => ageFolder(path.join(dataDir, 'media')) : bucket.ageFiles;
  return {
    ...{ longhand, client, receiver, sounds, recognizer, storage, acknowledged },
    async submit(file, options) {
      const { id } = await client.submitFile(file, 'audio/wav', { callback_url: receiver.url, ...options });
      acknowledged.add(id);
      return id;
    },
    async check() {
      await comeToRest({ sql, databaseUrl, dataDir, storage, ageFiles });
      const hasArrived = (jobId: string) => receiver.of(jobId).length > 0;
      await checkInvariants({ sql, storage, dataDir, acknowledged, hasArrived });
    },
    async stop() {
      await longhand.stop();
      await recognizer.stop();
      await receiver.close();
      await sounds.remove();
    },
  };
}
