'use client';

import Link from 'next/link';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { documentTexts } from '#components/texts/document';
import { keyTexts } from '#components/texts/keys';
import { recordTexts } from '#components/texts/recognition';
import styles from './editor-bar.module.css';
import { useRoom } from './edit-room';
import { SavingStateText } from './saving/saving-state';
import { People } from './together/people';
import { allPanels } from './panels';

const texts = keyTexts.bar;

/** What stands above the transcript: the way back, the recording's name, and the panels. */
export function EditorBar() {
  const { door } = useRoom();
  return (
    <header className={styles['bar']} data-region="bar">
      {door.back !== undefined && (
        <Link className={styles['back']} href="/jobs" aria-label={door.back}>
          <span aria-hidden>←</span> <span className={styles['wide']}>{door.back}</span>
        </Link>
      )}
      <div className={styles['title']}>
        <h1 className={styles['name']} title={door.jobName}>
          <bdi>{door.jobName}</bdi>
        </h1>
        {door.recognition !== undefined && <AboutButton />}
      </div>
      <SavingStateText />
      <People />
      <Panels />
      <MoreMenu />
    </header>
  );
}

/** Leads to how the transcript was made. */
function AboutButton() {
  const { run } = useRoom();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      aria-label={recordTexts.title}
      title={recordTexts.title}
      aria-haspopup="dialog"
      onClick={() => run('about-transcript')}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" aria-hidden>
        <circle cx="10" cy="10" r="7.25" strokeWidth="1.5" />
        <path d="M10 9v4.5M10 6.25v.5" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
    </ActionIcon>
  );
}

function Panels() {
  const { door, panel, openPanel, view, run } = useRoom();
  return (
    <nav className={`${styles['panels']} ${styles['wide']}`} aria-label={documentTexts.panels}>
      {allPanels
        .filter(({ ownerOnly }) => door.isOwner || ownerOnly !== true)
        .map(({ id, title }) => (
          <Button
            key={id}
            size="compact-sm"
            variant={panel === id ? 'light' : 'subtle'}
            aria-expanded={panel === id}
            onClick={() => openPanel(panel === id ? undefined : id)}
          >
            {title}
          </Button>
        ))}
      <Button
        size="compact-sm"
        variant={view.reading ? 'light' : 'subtle'}
        aria-pressed={view.reading}
        onClick={() => run('reading-view')}
      >
        {keyTexts.commands.readingView}
      </Button>
      <Button size="compact-sm" variant="subtle" aria-haspopup="dialog" onClick={() => run('palette')}>
        {texts.commands}
      </Button>
    </nav>
  );
}

/** On a phone the panels and views are behind one button. */
function MoreMenu() {
  const { door, openPanel, view, run } = useRoom();
  return (
    // The placeholder would be a child that no menu may have.
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button className={styles['narrow'] ?? ''} size="compact-md" variant="default">
          {texts.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {allPanels
          .filter(({ ownerOnly }) => door.isOwner || ownerOnly !== true)
          .map(({ id, title }) => (
            <Menu.Item key={id} onClick={() => openPanel(id)}>
              {title}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={() => run('reading-view')}>
          {view.reading ? keyTexts.reading.off : keyTexts.reading.on}
        </Menu.Item>
        <Menu.Item onClick={() => run('palette')}>{keyTexts.commands.palette}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
