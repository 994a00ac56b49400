'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { JobQuestion, JobView } from '#components/jobs/list/job-list';
import type { AgainActions } from '#components/recognition/again/again-choices.ts';
import { findUploadButton } from '#components/uploads/new-transcript';
import type { TemplateActions } from '#components/editor/export/use-template.ts';
import type { LinkActions } from '#components/editor/share/links.ts';
import { getError, type ActionResult } from '#components/ui/action-result.ts';
import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import { lazyPart } from '#components/ui/lazy-part';
import { useKeptFocus, type FocusPlace } from '#components/ui/kept-focus/use-kept-focus.ts';

/** The actions of the dialogs. */
export interface JobActions {
  retry: (jobId: string) => Promise<ActionResult<SubmitResult>>;
  cancel: (jobId: string) => Promise<ActionResult<'canceled' | 'too-late'>>;
  setTags: (jobId: string, tags: string[]) => Promise<ActionResult<void>>;
  rename: (jobId: string, name: string) => Promise<ActionResult<void>>;
  links: LinkActions;
  templates: TemplateActions;
  again: AgainActions;
}

/* Dialogs load on demand, so that the list loads faster. */
const RecordDialog = lazyPart(
  async () => (await import('#components/recognition/recognition-record')).RecordDialog,
);
const ShareDialog = lazyPart(async () => (await import('./share-dialog')).ShareDialog);
const ExportDialog = lazyPart(async () => (await import('./export-dialog')).ExportDialog);
const TagsDialog = lazyPart(async () => (await import('./tags-dialog')).TagsDialog);
const AgainDialog = lazyPart(
  async () => (await import('#components/recognition/again/again-dialog')).AgainDialog,
);
const RenameDialog = lazyPart(async () => (await import('./job-dialogs')).RenameDialog);
const CancelDialog = lazyPart(async () => (await import('./job-dialogs')).CancelDialog);
const RetryDialog = lazyPart(async () => (await import('./job-dialogs')).RetryDialog);

/** The open dialog. */
export function JobDialogs({
  asked,
  actions,
  tags,
  isFree,
  balanceCents,
  onStarted,
  onClose,
}: {
  asked: JobQuestion | undefined;
  actions: JobActions;
  /** All tags of the account. */
  tags: string[];
  isFree: boolean;
  balanceCents: number;
  /** Called with the jobs that are being recognized again. */
  onStarted: (jobs: JobView[]) => void;
  onClose: () => void;
}) {
  switch (asked?.kind) {
    case undefined:
      return null;
    case 'cancel':
      return <CancelDialog job={asked.job} isFree={isFree} onCancel={actions.cancel} onClose={onClose} />;
    case 'rename':
      return <RenameDialog job={asked.job} onRename={actions.rename} onClose={onClose} />;
    case 'tags':
      return (
        <TagsDialog
          jobs={[asked.job]}
          known={tags}
          onSave={async (change) => getError(await actions.setTags(asked.job.id, change.tags))}
          onClose={onClose}
        />
      );
    case 'record':
      return asked.job.recognition && <RecordDialog record={asked.job.recognition} onClose={onClose} />;
    case 'share':
      return <ShareDialog job={asked.job} links={actions.links} onClose={onClose} />;
    case 'export':
      return <ExportDialog job={asked.job} templates={actions.templates} onClose={onClose} />;
    case 'recognize': {
      const able = asked.jobs.filter(({ canRecognizeAgain }) => canRecognizeAgain);
      return (
        <AgainDialog
          jobIds={able.map(({ id }) => id)}
          leftOut={asked.jobs.length - able.length}
          actions={actions.again}
          onStarted={() => onStarted(able)}
          onClose={onClose}
        />
      );
    }
    case 'retry': {
      const { state } = asked.job;
      const cents = state.kind === 'failed' ? state.retryCents : 0;
      return (
        <RetryDialog
          job={asked.job}
          cents={cents}
          balanceCents={balanceCents}
          onRetry={actions.retry}
          onClose={onClose}
        />
      );
    }
  }
}

/** The open dialog. When it closes, the focus returns to the control that opened it, or to its neighbor in the list. */
export function useAsked() {
  const { region, getPlace, restore } = useKeptFocus(findFallback);
  const [asked, setAsked] = useState<JobQuestion>();
  const opener = useRef<FocusPlace>(undefined);
  const ask = useCallback(
    (question: JobQuestion) => {
      opener.current = getPlace();
      setAsked(question);
    },
    [getPlace],
  );
  useEffect(() => {
    if (asked !== undefined || opener.current === undefined) return;
    restore(opener.current);
    opener.current = undefined;
  }, [asked, restore]);
  const focusFallback = useCallback(() => {
    if (region.current !== null) findFallback(region.current)?.focus();
  }, [region]);
  return { region, asked, ask, close: useCallback(() => setAsked(undefined), []), focusFallback };
}

/** The first job, else the link to all jobs, else the upload button. */
function findFallback(region: HTMLElement): HTMLElement | null {
  return region.querySelector<HTMLElement>('tr [data-control], [data-show-all]') ?? findUploadButton();
}
