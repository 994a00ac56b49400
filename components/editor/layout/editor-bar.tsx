'use client';

import * as documentTexts from '#messages/editor/document';
import * as commandsTexts from '#messages/editor/commands';
import Link from 'next/link';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconBook, IconCommand, IconInfoCircle } from '@tabler/icons-react';
import { Icon } from '#components/ui/icon';
import * as recordTexts from '#messages/recognition-record';
import styles from './editor-bar.module.css';
import { CommandTip, IconButton } from '#components/editor/keyboard/command-tip';
import { useEditorServices, useOpenPanel, useView } from '#components/editor/context.ts';
import { SyncStatus } from '#components/editor/sync/status/sync-status';
import { People } from '#components/editor/presence/people';
import { JobTitle } from '#components/editor/layout/title/job-title';
import { EditTools } from './edit-tools';
import { MoreMenu } from './more-menu';
import { type Panel, usePanels } from './panels';

/** The bar above the transcript: the way back, the recording's name, and the panels. */
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
        {access.recognition !== undefined && <AboutButton />}
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

/** Leads to how the transcript was made. */
function AboutButton() {
  const { run } = useEditorServices();
  return (
    <IconButton
      label={recordTexts.title()}
      command="about-transcript"
      icon={IconInfoCircle}
      className={styles['about'] ?? ''}
      size="md"
      aria-haspopup="dialog"
      onClick={() => run('about-transcript')}
    />
  );
}

function Panels() {
  const { run } = useEditorServices();
  const { isReading } = useView();
  const { primary, secondary, rest } = usePanels();
  return (
    <nav className={styles['panels']} aria-label={documentTexts.panels()}>
      <div className={`${styles['group']} ${styles['secondary']}`}>
        {secondary.map((panel) => (
          <PanelButton key={panel.id} panel={panel} />
        ))}
      </div>
      <div className={`${styles['group']} ${styles['rest']}`}>
        <IconButton
          label={commandsTexts.readingView()}
          command="reading-view"
          icon={IconBook}
          isOn={isReading}
          size={30}
          aria-pressed={isReading}
          onClick={() => run('reading-view')}
        />
        {rest.map((panel) => (
          <PanelIcon key={panel.id} panel={panel} />
        ))}
        <IconButton
          label={commandsTexts.allCommands()}
          command="palette"
          icon={IconCommand}
          size={30}
          aria-label={commandsTexts.commands()}
          aria-haspopup="dialog"
          onClick={() => run('palette')}
        />
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

/* One button of the bar is filled. */
function getButtonStyle(
  rank: Panel['rank'],
  id: Panel['id'],
  isOpen: boolean,
): { variant: string; color?: string } {
  if (isOpen) return { variant: 'light' };
  if (rank !== 'primary') return { variant: 'subtle', color: 'gray' };
  return { variant: id === 'export' ? 'filled' : 'default' };
}

function PanelIcon({ panel: { id, title, icon, command } }: { panel: Panel }) {
  const { panel } = useEditorServices();
  const isOpen = useOpenPanel() === id;
  return (
    <IconButton
      label={title()}
      command={command}
      icon={icon}
      isOn={isOpen}
      size={30}
      aria-expanded={isOpen}
      onClick={() => panel.set(isOpen ? undefined : id)}
    />
  );
}
