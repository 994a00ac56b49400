'use client';

import * as conflictsTexts from '#messages/editor/conflicts';
import * as syncTexts from '#messages/editor/sync';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudDownload,
  IconCloudOff,
  IconCloudUpload,
  IconEye,
  IconLock,
  IconPencil,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Icon, type IconShape } from '#components/ui/icon';
import { useEditorServices } from '#components/editor/context.ts';
import type { SyncStatus as Status } from '#components/editor/sync/state/sync-state.ts';
import styles from './sync.module.css';
import { useSyncView } from '#components/editor/sync/use-sync.ts';

/** The save status in words. Announced only when an error begins or ends. */
export function SyncStatus() {
  const { sync, announce } = useEditorServices();
  const status = useSyncView(sync, ({ status }) => status);
  const conflicts = useSyncView(sync, ({ conflicts }) => conflicts.length);
  const isError = errorKinds.has(status.kind);
  const wasAnnounced = useRef(false);
  const shown = useShownStatus(status);
  const text = getStatusText(shown);
  useEffect(() => {
    if (isError || (wasAnnounced.current && status.kind === 'saved')) announce(text);
    if (isError) wasAnnounced.current = true;
    else if (status.kind === 'saved') wasAnnounced.current = false;
  }, [isError, status.kind, text, announce]);
  return (
    <p className={styles['state']} data-saving={status.kind} data-error={isError || undefined} title={text}>
      <span className={styles['sign']}>
        <Icon shape={icons[shown.kind]} />
      </span>
      {/* A new element for each text, so that nothing appears to move. */}
      <span key={`${text} ${conflicts}`} className={styles['words']}>
        {text}
      </span>
      {conflicts > 0 && (
        <a href="#conflicts">
          <span className={styles['sign']}>
            <Icon shape={IconAlertTriangle} />
          </span>
          <span className={styles['words']}>{conflictsTexts.link({ count: conflicts })}</span>
        </a>
      )}
    </p>
  );
}

/* Used where text doesn't fit. */
const icons: Record<Status['kind'], IconShape> = {
  opening: IconCloudDownload,
  viewing: IconEye,
  elsewhere: IconLock,
  saved: IconCloudCheck,
  changed: IconPencil,
  saving: IconCloudUpload,
  unreachable: IconCloudOff,
  'signed-out': IconAlertCircle,
  refused: IconAlertCircle,
  closed: IconLock,
};

const errorKinds: ReadonlySet<Status['kind']> = new Set(['unreachable', 'signed-out', 'refused', 'closed']);

const labels = {
  opening: syncTexts.opening,
  viewing: syncTexts.viewing,
  saved: syncTexts.saved,
  changed: syncTexts.changed,
  saving: syncTexts.saving,
  elsewhere: syncTexts.elsewhere,
  refused: syncTexts.refused,
};

/** The save status in a few words. */
export function getStatusText(status: Status): string {
  switch (status.kind) {
    case 'signed-out':
      return syncTexts.signedOut();
    case 'closed':
      return status.isAllSaved ? syncTexts.closed() : syncTexts.closedNotSaved();
    case 'unreachable':
      if (status.isOffline) return status.isKept ? syncTexts.offline() : syncTexts.offlineNotSaved();
      return status.isKept ? syncTexts.unreachable() : syncTexts.unreachableNotSaved();
    default:
      return labels[status.kind]();
  }
}

/** Saves shorter than this aren't shown, in milliseconds. */
const quickMs = 300;

/** The status to show. Short saves are left out: Enter saves each time, and a flicker costs as much as a keystroke. */
function useShownStatus(status: Status): Status {
  const [shown, setShown] = useState(status);
  // Other statuses are shown in the same render.
  if (status.kind !== 'saving' && shown !== status) setShown(status);
  useEffect(() => {
    if (status.kind !== 'saving') return;
    const timer = setTimeout(() => setShown(status), quickMs);
    return () => clearTimeout(timer);
  }, [status]);
  return status.kind === 'saving' ? shown : status;
}
