import * as commonTexts from '#messages/common';
import * as texts from '#messages/editor/import';
import * as historyTexts from '#messages/editor/history';
import { offerUndo } from '#components/editor/announcements/undo-offer.ts';
import { readJson } from '#components/editor/api/editor-client.ts';
import type { EditorServices } from '#components/editor/context.ts';
import { undoRestoration } from '#components/editor/history/restore-revision.ts';
import { saveAll } from '#components/editor/sync/save-all.ts';

/** Why a file was not imported; a mismatch can be accepted. */
export interface ImportError {
  error: string;
  isMismatch: boolean;
}

/**
 * Replaces the transcript with a file, after saving what was typed, and offers to undo it. The text follows by the stream of
 * events. Undefined when it is done.
 */
export async function importFile(
  services: EditorServices,
  file: File,
  { acceptMismatch, signal }: { acceptMismatch: boolean; signal: AbortSignal },
): Promise<ImportError | undefined> {
  const failed = (error: string, isMismatch = false): ImportError => ({ error, isMismatch });
  if (!(await saveAll(services))) return failed(historyTexts.restoreNotSaved());
  if (signal.aborted) return undefined;
  const path = `transcript${acceptMismatch ? '?accept_mismatch=true' : ''}`;
  const headers = { 'content-type': 'application/octet-stream' };
  const result = await services.api.request(path, { method: 'PUT', body: file, headers, signal }, [422]);
  if ('error' in result) return failed(result.error.reason ?? commonTexts.serverUnreachable());
  const answer = await readJson<{ detail?: string; revision: number; before: number }>(result.value);
  if ('error' in answer) return failed(commonTexts.serverUnreachable());
  const { detail, revision: latest, before } = answer.value;
  if (detail !== undefined) return failed(detail, true);
  if (latest === before) services.announce(texts.unchanged());
  else {
    const undo = async () => {
      const undone = await undoRestoration(services, { latest, before });
      return 'error' in undone ? undone : { value: texts.undone() };
    };
    offerUndo(services, { text: texts.done(), undo });
  }
  return undefined;
}
