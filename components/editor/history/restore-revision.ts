import * as texts from '#messages/editor/history';
import * as commonTexts from '#messages/common';
import { nanoid } from 'nanoid';
import type { ActionResult } from '#components/ui/action-result.ts';
import { readJson } from '#components/editor/api/editor-client.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { saveAll } from '#components/editor/sync/save-all.ts';

type Services = Pick<EditorServices, 'api' | 'sync'>;

/** The version created by a restoration, and the latest one before it. */
export interface Restoration {
  latest: number;
  before: number;
}

/** Restores a version as the newest one, after saving pending edits. The text updates through the event stream. */
export async function restoreRevision(
  services: Services,
  number: number,
): Promise<ActionResult<Restoration>> {
  if (!(await saveAll(services))) return { error: texts.restoreNotSaved() };
  return restore(services, number, services.sync.revision());
}

/** Restores the version before a restoration, unless there was a save since. */
export async function undoRestoration(
  services: Services,
  { before, latest }: Restoration,
): Promise<ActionResult<string>> {
  const result = await restore(services, before, latest);
  return 'error' in result ? result : { value: texts.restoreUndone() };
}

async function restore(
  { api }: Services,
  number: number,
  before: number,
): Promise<ActionResult<Restoration>> {
  const result = await api.request(
    `revisions/${number}/restore`,
    { method: 'POST', headers: { 'If-Match': `"${before}"`, 'Idempotency-Key': nanoid() } },
    [412],
  );
  if ('error' in result) return { error: result.error.reason ?? commonTexts.serverUnreachable() };
  if (result.value.status === 412) return { error: texts.changedMeanwhile() };
  const saved = await readJson<{ revision: number }>(result.value);
  return 'error' in saved
    ? { error: commonTexts.serverUnreachable() }
    : { value: { latest: saved.value.revision, before } };
}
