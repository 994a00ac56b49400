import { writeFileSync } from 'node:fs';
import { clientTypesPath, renderClientTypes } from './client-types';
import { changelogMark, createSnapshot, snapshotPath } from './openapi-snapshot';

const document = createSnapshot();
writeFileSync(snapshotPath, JSON.stringify(document));
writeFileSync(clientTypesPath, renderClientTypes(document));
console.log(
  `${snapshotPath} and ${clientTypesPath} are renewed. The entry in CHANGELOG.md ends with ${changelogMark(document)}`,
);
