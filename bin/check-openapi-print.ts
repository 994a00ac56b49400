import { existsSync, readFileSync } from 'node:fs';
import { faultOfPrint, printedDocument, printPath } from './openapi-print';

const fault = faultOfPrint({
  document: printedDocument(),
  print: existsSync(printPath) ? JSON.parse(readFileSync(printPath, 'utf8')) : undefined,
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
});
if (fault !== undefined) {
  console.error(fault);
  process.exitCode = 1;
}
