import { createHash } from 'node:crypto';
import { openApiDocument, type OpenApiDocument } from '#lib/api/v1/openapi/openapi';

/* The committed OpenAPI snapshot shows changes in reviews; the CHANGELOG entry about them has its fingerprint. */

/** Path of the committed snapshot. */
export const snapshotPath = 'lib/api/v1/openapi/openapi.snapshot.json';

/** Creates the document to commit, with the default server address. */
export function createSnapshot(): OpenApiDocument {
  return openApiDocument({ baseUrl: 'http://127.0.0.1:3000' });
}

/** Returns the required end of CHANGELOG.md's newest entry about the API. */
export function changelogMark(document: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  return `<!-- api ${hash.slice(0, 8)} -->`;
}

/** Explains a fault of the snapshot or changelog; undefined if both match the document. */
export function findSnapshotFault({
  document,
  snapshot,
  changelog,
}: {
  document: unknown;
  snapshot: unknown;
  changelog: string;
}): string | undefined {
  if (JSON.stringify(document) !== JSON.stringify(snapshot)) {
    return `${snapshotPath} doesn't match the contract. Renew it: npm run openapi`;
  }
  // A mark at the end of a line with words belongs to an entry.
  const [newest] = /^.*\w.*<!-- api [0-9a-f]{8} -->$/m.exec(changelog) ?? [];
  const mark = changelogMark(document);
  if (newest?.endsWith(mark)) return undefined;
  return `The API has changed. Tell its users in CHANGELOG.md, in an entry above all earlier ones that ends with ${mark}`;
}
