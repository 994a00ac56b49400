import { createHash } from 'node:crypto';
import { openApiDocument, type OpenApiDocument } from '#lib/api/v1/openapi/openapi';

/* The committed OpenAPI snapshot shows changes in review; the CHANGELOG entry that announces them has its fingerprint. */

/** Path of the committed snapshot. */
export const snapshotPath = 'lib/api/v1/openapi/openapi.snapshot.json';

/** The document to commit: that of a server with the default address. */
export function createSnapshot(): OpenApiDocument {
  return openApiDocument({ baseUrl: 'http://127.0.0.1:3000' });
}

/** The line end that the newest entry about the API must carry in CHANGELOG.md. */
export function changelogMark(document: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  return `<!-- api ${hash.slice(0, 8)} -->`;
}

/** Explains what is wrong with the snapshot or the changelog; undefined if both match the document. */
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
  // Words before the mark make it the end of an entry.
  const [newest] = /^.*\w.*<!-- api [0-9a-f]{8} -->$/m.exec(changelog) ?? [];
  const mark = changelogMark(document);
  if (newest?.endsWith(mark)) return undefined;
  return `The API has changed. Tell its users in CHANGELOG.md, in an entry above all earlier ones that ends with ${mark}`;
}
