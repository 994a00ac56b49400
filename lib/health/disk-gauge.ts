import { Gauge, type Registry } from 'prom-client';
import { refreshGauge } from '#lib/health/refresh-gauge';
import { env } from '#lib/settings/env';
import { measureDisk } from '#lib/storage/measure-disk';

const readDataFolder = async (): Promise<number> => (await measureDisk(env().dataDir)).freeBytes;

/** Creates the gauge of this machine's disk, and returns a function that updates it. */
export function createDiskGauge(registry: Registry, readFreeBytes = readDataFolder): () => Promise<void> {
  const freeBytes = new Gauge({
    name: 'longhand_disk_free_bytes',
    help: 'Free space on the disk of the data folder, in bytes.',
    registers: [registry],
  });
  return () =>
    refreshGauge(
      async () => freeBytes.set(await readFreeBytes()),
      () => freeBytes.remove(),
    );
}
