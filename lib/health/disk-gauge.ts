import { Gauge, type Registry } from 'prom-client';
import { refreshGauge } from '#lib/health/refresh-gauge';
import { env } from '#lib/settings/env';
import { measureDisk } from '#lib/storage/measure-disk';

const readDataFolder = async (): Promise<number> => (await measureDisk(env().dataDir)).freeBytes;

/** Makes the gauge of the disk that this process works on, and a function that brings it up to date. Machines differ. */
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
