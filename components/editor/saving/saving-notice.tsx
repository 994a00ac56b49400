'use client';

import { Anchor, Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { savingTexts as texts } from '#components/texts/saving';
import { useRoom } from '../edit-room';
import styles from './saving.module.css';
import { useSavingView } from './use-owned-saving';

/** What stands in the way of saving, and what can be done about it. */
export function SavingNotice() {
  const { saving, door } = useRoom();
  const { state, canKeep } = useSavingView(saving);
  switch (state.kind) {
    case 'signed-out':
      return (
        <Notice text={texts.notice.signedOut}>
          <Anchor
            href={`/sign-in?next=${encodeURIComponent(`/editor/${door.jobId}`)}`}
            target="_blank"
            rel="noopener"
          >
            {texts.notice.signIn}
          </Anchor>
        </Notice>
      );
    case 'elsewhere':
      return (
        <Notice calm text={texts.notice.elsewhere}>
          <Button size="compact-sm" onClick={saving.editHere}>
            {texts.notice.editHere}
          </Button>
        </Notice>
      );
    case 'refused':
      return (
        <Notice text={texts.notice.refused(state.reason)}>
          <CopyUnsaved />
          <Button size="compact-sm" variant="default" onClick={saving.takeServers}>
            {texts.notice.takeServers}
          </Button>
        </Notice>
      );
    case 'closed':
      return (
        <Notice text={texts.notice.closed(state.reason)}>
          {!state.isAllSaved && (
            <>
              <span>{texts.notice.closedNotSaved}</span>
              <CopyUnsaved />
            </>
          )}
        </Notice>
      );
    default:
      return canKeep ? null : <Notice calm text={texts.cannotKeep} />;
  }
}

function Notice({ text, calm, children }: { text: string; calm?: true; children?: ReactNode }) {
  return (
    <div className={styles['notice']} data-calm={calm} role={calm ? undefined : 'alert'}>
      <p>{text}</p>
      {children !== undefined && <div className={styles['actions']}>{children}</div>}
    </div>
  );
}

function CopyUnsaved() {
  const { saving } = useRoom();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(saving.unsavedText());
    setCopied(true);
  };
  return (
    <Button size="compact-sm" variant="default" onClick={() => void copy()}>
      {isCopied ? texts.notice.copied : texts.notice.copyUnsaved}
    </Button>
  );
}
