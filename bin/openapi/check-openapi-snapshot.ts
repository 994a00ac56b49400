import { existsSync, readFileSync } from 'node:fs';
import { findSnapshotFault, createSnapshot, snapshotPath } from './openapi-snapshot';

const fault = findSnapshotFault({
  document: createSnapshot(),
  snapshot: existsSync(snapshotPath) ? JSON.parse(readFileSync(snapshotPath, 'utf8')) : undefined,
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
});
if (fault !== undefined) {
  console.error(fault);
  process.exitCode = 1;
}
