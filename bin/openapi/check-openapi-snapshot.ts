import { existsSync, readFileSync } from 'node:fs';
import { clientTypesPath, findClientTypesFault } from './client-types';
import { findSnapshotFault, createSnapshot, snapshotPath } from './openapi-snapshot';

const document = createSnapshot();
const faults = [
  findSnapshotFault({
    document,
    snapshot: existsSync(snapshotPath) ? JSON.parse(readFileSync(snapshotPath, 'utf8')) : undefined,
    changelog: readFileSync('CHANGELOG.md', 'utf8'),
  }),
  findClientTypesFault({
    document,
    types: existsSync(clientTypesPath) ? readFileSync(clientTypesPath, 'utf8') : undefined,
  }),
];
for (const fault of faults.filter((fault) => fault !== undefined)) {
  console.error(fault);
  process.exitCode = 1;
}
