'use client';

import * as documentTexts from '#messages/editor/document';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Icon } from '#components/ui/icon';
import styles from './editor-bar.module.css';
import { CommandTip } from '#components/editor/keyboard/command-tip';
import { useEditorServices, useOpenPanel } from '#components/editor/context.ts';
import { SyncStatus } from '#components/editor/sync/status/sync-status';
import { People } from '#components/editor/presence/people';
import { JobTitle } from '#components/editor/layout/title/job-title';
import { Link } from '#components/ui/link';
import { EditTools } from './edit-tools';
import { MoreMenu } from './more-menu';
import { type Panel, usePanels } from './panels';

/** The bar above the transcript: back link, name of the recording, and panel buttons. */
export function EditorBar() {
  const { access } = useEditorServices();
  return (
    <header className={styles['bar']} data-region="bar">
      {access.back !== undefined && (
        <Link className={styles['back']} href="/jobs" aria-label={access.back} title={access.back}>
          <Icon shape={IconArrowLeft} />
          <span className={styles['backName']}>{access.back}</span>
        </Link>
      )}
      <div className={styles['title']}>
        <JobTitle />
      </div>
      <div className={styles['state']}>
        <People />
        <SyncStatus />
      </div>
      <EditTools />
      <Panels />
      <MoreMenu />
    </header>
  );
}

function Panels() {
  const { primary, secondary } = usePanels();
  return (
    <nav className={styles['panels']} aria-label={documentTexts.panels()}>
      <div className={`${styles['group']} ${styles['secondary']}`}>
        {secondary.map((panel) => (
          <PanelButton key={panel.id} panel={panel} />
        ))}
      </div>
      <div className={`${styles['group']} ${styles['primary']}`}>
        {primary.map((panel) => (
          <PanelButton key={panel.id} panel={panel} />
        ))}
      </div>
    </nav>
  );
}

function PanelButton({ panel: { id, title, icon, rank, command } }: { panel: Panel }) {
  const { panel } = useEditorServices();
  const isOpen = useOpenPanel() === id;
  return (
    <CommandTip label={title()} command={command}>
      <Button
        size="compact-sm"
        h={30}
        px="xs"
        {...getButtonStyle(rank, id, isOpen)}
        leftSection={<Icon shape={icon} size={16} />}
        data-hint={id}
        aria-expanded={isOpen}
        onClick={() => panel.set(isOpen ? undefined : id)}
      >
        {title()}
      </Button>
    </CommandTip>
  );
}

/* Only one button of the bar is filled. */
function getButtonStyle(
  rank: Panel['rank'],
  id: Panel['id'],
  isOpen: boolean,
): { variant: string; color?: string } {
  if (isOpen) return { variant: 'light' };
  if (rank !== 'primary') return { variant: 'subtle', color: 'gray' };
  return { variant: id === 'export' ? 'filled' : 'default' };
}
