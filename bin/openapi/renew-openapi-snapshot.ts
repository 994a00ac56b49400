import { writeFileSync } from 'node:fs';
import { changelogMark, createSnapshot, snapshotPath } from './openapi-snapshot';

const document = createSnapshot();
writeFileSync(snapshotPath, JSON.stringify(document));
console.log(`${snapshotPath} is renewed. The entry in CHANGELOG.md ends with ${changelogMark(document)}`);
