'use client';

import { offerUndo } from '#components/editor/announcements/undo-offer.ts';
import { useEditorServices } from '#components/editor/context.ts';
import type { AgainPart } from '#components/recognition/again/again-choices.ts';
import { AgainDialog } from '#components/recognition/again/again-dialog';
import type { ActionResult } from '#components/ui/action-result.ts';
import * as texts from '#messages/recognize-again';
import * as dialogTexts from '#messages/transcript-dialogs';

/** Recognizes this recording or part of it again, and offers to cancel. The result arrives through the event stream. */
export function RecognizeAgain({ part }: { part: AgainPart }) {
  const services = useEditorServices();
  const { access, overlay } = services;
  const { again, jobId } = access;
  if (again === undefined) return null;
  const cancel = async ([runId = '']: string[]): Promise<ActionResult<string>> => {
    const result = await again.cancel(runId);
    if ('error' in result) return result;
    return result.value === 'canceled' ? { value: texts.canceled() } : { error: dialogTexts.cancelTooLate() };
  };
  return (
    <AgainDialog
      jobIds={[jobId]}
      part={part}
      actions={again}
      onStarted={(runIds) =>
        offerUndo(services, {
          text: texts.startedHere[part.task ?? 'recognize'](),
          undo: () => cancel(runIds),
        })
      }
      onClose={() => overlay.set(undefined)}
    />
  );
}
