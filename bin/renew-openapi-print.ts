import { writeFileSync } from 'node:fs';
import { changelogMark, printedDocument, printPath } from './openapi-print';

const document = printedDocument();
writeFileSync(printPath, JSON.stringify(document));
console.log(`${printPath} is renewed. The entry in CHANGELOG.md ends with ${changelogMark(document)}`);
