'use client';

import * as texts from '#messages/editor/sync';
import * as commonTexts from '#messages/common';
import { Anchor, Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { CopyButton, copyText } from '#components/ui/copy-button';
import { Notice } from './notice';
import styles from './sync.module.css';
import type { SyncStatus } from '#components/editor/sync/state/sync-state.ts';
import { useSyncView } from '#components/editor/sync/use-sync.ts';

/** The problem that prevents saving, and actions to solve it. */
export function SyncNotice() {
  const { sync, access } = useEditorServices();
  const status = useSyncView(sync, ({ status }) => (isShown(status) ? status : undefined));
  const canKeep = useSyncView(sync, ({ canKeep }) => canKeep);
  switch (status?.kind) {
    case 'signed-out':
      return (
        <Notice text={status.isKept ? texts.signedOutNotice() : texts.signedOutNotKeptNotice()}>
          <Anchor
            href={`/sign-in?next=${encodeURIComponent(`/editor/${access.jobId}`)}`}
            target="_blank"
            rel="noopener"
          >
            {texts.signIn()}
          </Anchor>
        </Notice>
      );
    case 'elsewhere':
      return (
        <Notice calm text={texts.elsewhereNotice()}>
          <Button size="compact-sm" onClick={sync.editHere}>
            {texts.editHere()}
          </Button>
        </Notice>
      );
    case 'refused':
      return (
        <Notice text={texts.refusedNotice({ reason: status.reason })}>
          <CopyUnsaved />
          <Button size="compact-sm" variant="default" onClick={sync.discardLocal}>
            {texts.discardLocal()}
          </Button>
        </Notice>
      );
    case 'closed':
      return (
        <Notice text={status.reason || texts.closedNotice()}>
          {!status.isAllSaved && (
            <>
              <span>{texts.closedNotSavedNotice()}</span>
              <ShowUnsaved />
            </>
          )}
        </Notice>
      );
    case undefined:
      return canKeep ? null : <Notice calm text={texts.noDraftStorage()} />;
  }
}

type Shown = Extract<SyncStatus, { kind: 'signed-out' | 'elsewhere' | 'refused' | 'closed' }>;

const isShown = (status: SyncStatus): status is Shown =>
  ['signed-out', 'elsewhere', 'refused', 'closed'].includes(status.kind);

function CopyUnsaved() {
  const { sync } = useEditorServices();
  const [isCopied, setCopied] = useState<boolean>();
  const copy = async (): Promise<void> => setCopied(await copyText(sync.unsavedText()));
  if (isCopied === false) {
    return (
      <>
        <output>{texts.copyFailed()}</output>
        <ShowUnsaved />
      </>
    );
  }
  return (
    <Button size="compact-sm" variant="default" onClick={() => void copy()}>
      {isCopied ? commonTexts.copied() : texts.copyUnsaved()}
    </Button>
  );
}

/** The unsaved text, to read or copy, also without clipboard access. */
function ShowUnsaved() {
  const { sync } = useEditorServices();
  const id = useId();
  // Read once, since nothing can be typed any more.
  const [text] = useState(sync.unsavedText);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by keyboard */}
      <blockquote id={id} className={styles['unsaved']} tabIndex={0} aria-label={texts.unsaved()}>
        {text}
      </blockquote>
      <CopyButton from={id}>{texts.copyUnsaved()}</CopyButton>
    </>
  );
}
