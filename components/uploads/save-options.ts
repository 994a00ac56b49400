import { endpoint } from './send-file';
import type { ChosenFile } from './upload-phases';
import { uploadsStore } from './uploads-state';

/** The options being sent, by upload; later ones wait for the response. */
const sending = new Map<string, string>();

/**
 * Saves a recording's options, and the name of a link, for a reload and for other devices. Options that can't be saved
 * still apply on this page.
 */
export function saveOptions(key: string): void {
  const file = uploadsStore.get().files.find((each) => each.key === key);
  if (file?.uploadId === undefined || sending.has(file.uploadId)) return;
  const { uploadId } = file;
  const body = toJson(file);
  sending.set(uploadId, body);
  const headers = { 'content-type': 'application/json' };
  // The user may leave the page right after choosing; long vocabularies exceed the limit of `keepalive`.
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
