import { endpoint } from './send-file';
import type { ChosenFile } from './upload-phases';
import { uploadsStore } from './uploads-state';

/** The options that were sent last, by upload; the next ones wait for the answer. */
const sending = new Map<string, string>();

/** Saves a recording's choices, and the name of a link, for a reload and other devices. What can't be saved counts in this page. */
export function saveOptions(key: string): void {
  const file = uploadsStore.get().files.find((each) => each.key === key);
  if (file?.uploadId === undefined || sending.has(file.uploadId)) return;
  const { uploadId } = file;
  const body = toJson(file);
  sending.set(uploadId, body);
  const headers = { 'content-type': 'application/json' };
  // The page may be left right after the choice; long vocabularies exceed what browsers send then.
  const keepalive = body.length < 16_000;
  fetch(`${endpoint}/${uploadId}`, { method: 'PUT', headers, body, keepalive })
    .catch(() => undefined)
    .finally(() => {
      sending.delete(uploadId);
      const now = uploadsStore.get().files.find((each) => each.key === key);
      if (now !== undefined && toJson(now) !== body) saveOptions(key);
    });
}

function toJson({ phase, name, draft }: ChosenFile): string {
  return JSON.stringify(phase.kind === 'link' ? { ...draft, name } : draft);
}
