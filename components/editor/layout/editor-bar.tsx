'use client';

import * as documentTexts from '#messages/editor/document';
import * as commandsTexts from '#messages/editor/commands';
import * as readingTexts from '#messages/editor/reading';
import Link from 'next/link';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowLeft, IconBook, IconCommand, IconDots, IconInfoCircle } from '@tabler/icons-react';
import { Icon } from '#components/ui/icon';
import * as recordTexts from '#messages/recognition-record';
import styles from './editor-bar.module.css';
import { CommandTip } from '#components/editor/keyboard/command-tip';
import { useEditorServices, useOpenPanel, useView } from '#components/editor/context.ts';
import { SyncStatus } from '#components/editor/sync/status/sync-status';
import { People } from '#components/editor/presence/people';
import { allPanels, type Panel } from './panels';

/** What stands above the transcript: the way back, the recording's name, and the panels. */
export function EditorBar() {
  const { access } = useEditorServices();
  return (
    <header className={styles['bar']} data-region="bar">
      {access.back !== undefined && (
        <Link className={styles['back']} href="/jobs" aria-label={access.back}>
          <Icon shape={IconArrowLeft} />
          <span className={styles['wide']}>{access.back}</span>
        </Link>
      )}
      <div className={styles['title']}>
        <h1 className={styles['name']} title={access.jobName}>
          <bdi>{access.jobName}</bdi>
        </h1>
        {access.recognition !== undefined && <AboutButton />}
      </div>
      <SyncStatus />
      <People />
      <Panels />
      <MoreMenu />
    </header>
  );
}

/** Leads to how the transcript was made. */
function AboutButton() {
  const { run } = useEditorServices();
  return (
    <CommandTip label={recordTexts.title()} command="about-transcript">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={recordTexts.title()}
        aria-haspopup="dialog"
        onClick={() => run('about-transcript')}
      >
        <Icon shape={IconInfoCircle} />
      </ActionIcon>
    </CommandTip>
  );
}

/** What is open to this person, by how prominent its button is. */
function usePanels(): Record<Panel['rank'], Panel[]> {
  const { access } = useEditorServices();
  const open = allPanels.filter(({ ownerOnly }) => access.isOwner || ownerOnly !== true);
  const ofRank = (wanted: Panel['rank']) => open.filter(({ rank }) => rank === wanted);
  return { primary: ofRank('primary'), secondary: ofRank('secondary'), rest: ofRank('rest') };
}

function Panels() {
  const { run } = useEditorServices();
  const { isReading } = useView();
  const { primary, secondary, rest } = usePanels();
  return (
    <nav className={styles['panels']} aria-label={documentTexts.panels()}>
      <div className={`${styles['group']} ${styles['wide']}`}>
        {secondary.map((panel) => (
          <PanelButton key={panel.id} panel={panel} />
        ))}
      </div>
      <div className={`${styles['group']} ${styles['wide']}`}>
        <CommandTip label={commandsTexts.readingView()} command="reading-view">
          <ActionIcon
            variant={isReading ? 'light' : 'subtle'}
            {...(!isReading && { color: 'gray' })}
            size={30}
            aria-label={commandsTexts.readingView()}
            aria-pressed={isReading}
            onClick={() => run('reading-view')}
          >
            <Icon shape={IconBook} />
          </ActionIcon>
        </CommandTip>
        {rest.map((panel) => (
          <PanelIcon key={panel.id} panel={panel} />
        ))}
        <CommandTip label={commandsTexts.allCommands()} command="palette">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={commandsTexts.commands()}
            aria-haspopup="dialog"
            onClick={() => run('palette')}
          >
            <Icon shape={IconCommand} />
          </ActionIcon>
        </CommandTip>
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
    <CommandTip label={title()} command={command}>
      <ActionIcon
        variant={isOpen ? 'light' : 'subtle'}
        {...(!isOpen && { color: 'gray' })}
        size={30}
        aria-label={title()}
        aria-expanded={isOpen}
        onClick={() => panel.set(isOpen ? undefined : id)}
      >
        <Icon shape={icon} />
      </ActionIcon>
    </CommandTip>
  );
}

/** Where the bar is too narrow, the panels and views are behind one button. */
function MoreMenu() {
  const { panel, run } = useEditorServices();
  const { isReading } = useView();
  const { primary, secondary, rest } = usePanels();
  return (
    // The placeholder would be a child that no menu may have.
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon
          className={styles['narrow'] ?? ''}
          size={36}
          variant="subtle"
          color="gray"
          aria-label={commandsTexts.more()}
        >
          <Icon shape={IconDots} size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {[...primary, ...secondary, ...rest].map(({ id, title, icon }) => (
          <Menu.Item key={id} leftSection={<Icon shape={icon} />} onClick={() => panel.set(id)}>
            {title()}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon shape={IconBook} />} onClick={() => run('reading-view')}>
          {isReading ? readingTexts.turnOff() : readingTexts.turnOn()}
        </Menu.Item>
        <Menu.Item leftSection={<Icon shape={IconCommand} />} onClick={() => run('palette')}>
          {commandsTexts.allCommands()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
