import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

/** An object of Kubernetes, as a file in deploy/kubernetes has it. */
export interface Manifest {
  file: string;
  apiVersion: string;
  kind: string;
  metadata?: { name: string; namespace?: string; annotations?: Record<string, string> };
  // What a kind has is what its schema says.
  [field: string]: unknown;
}

const folder = 'deploy/kubernetes';

/** All objects in deploy/kubernetes. Throws where a file is no YAML. */
export function readManifests(): Manifest[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.flatMap((file) =>
    parseAllDocuments(readFileSync(path.join(folder, file), 'utf8'), { merge: true }).map((document) => {
      const [error] = 'errors' in document ? document.errors : [];
      if (error) throw error;
      return { ...(document.toJS() as Manifest), file };
    }),
  );
}
