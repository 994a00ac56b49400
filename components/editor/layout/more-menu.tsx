'use client';

import * as commandsTexts from '#messages/editor/commands';
import * as findTexts from '#messages/editor/find';
import * as playerTexts from '#messages/editor/player';
import * as readingTexts from '#messages/editor/reading';
import * as renameTexts from '#messages/editor/rename';
import * as recordTexts from '#messages/recognition-record';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBook,
  IconCommand,
  IconDots,
  IconInfoCircle,
  IconPencil,
  IconSearch,
  IconVideo,
} from '@tabler/icons-react';
import { Icon } from '#components/ui/icon';
import { useStored } from '#components/ui/store.ts';
import { useEditorServices, useJobName, useView } from '#components/editor/context.ts';
import { usePicture } from '#components/editor/player/picture/picture';
import { usePeople } from '#components/editor/presence/people';
import { getStatusText } from '#components/editor/sync/status/sync-status';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import styles from './editor-bar.module.css';
import { usePanels } from './panels';

/** The menu of a narrow bar: panels, views, and in words the states that it shows as icons. */
export function MoreMenu() {
  return (
    <div className={styles['more']}>
      {/* The placeholder would be a child that no menu may have. */}
      <Menu
        position="bottom-end"
        withInitialFocusPlaceholder={false}
        transitionProps={{ duration: 0 }}
        width="min(20rem, calc(100vw - 1rem))"
      >
        <Menu.Target>
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            data-hint="more"
            aria-label={commandsTexts.more()}
          >
            <Icon shape={IconDots} size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Facts />
          <Items />
        </Menu.Dropdown>
      </Menu>
      <PeopleCount />
    </div>
  );
}

/** The whole name, how saving stands, and who else is here. */
function Facts() {
  const { sync } = useEditorServices();
  const name = useJobName();
  const status = useSyncView(sync, ({ status }) => status);
  const people = usePeople();
  return (
    <div className={styles['facts']}>
      <Menu.Label className={styles['fullName'] ?? ''}>
        <bdi>{name}</bdi>
      </Menu.Label>
      <Menu.Label>{getStatusText(status)}</Menu.Label>
      {people.length > 1 &&
        people.map((person) => <Menu.Label key={person.client}>{person.label}</Menu.Label>)}
      <Menu.Divider />
    </div>
  );
}

function Items() {
  const { access, panel, run } = useEditorServices();
  const { isReading } = useView();
  const { primary, secondary, rest } = usePanels();
  const isPictureHidden = usePicture() === 'hidden';
  return (
    <>
      <Menu.Item
        className={styles['onPhone'] ?? ''}
        leftSection={<Icon shape={IconSearch} />}
        onClick={() => run('find')}
      >
        {findTexts.label()}
      </Menu.Item>
      {isPictureHidden && (
        <Menu.Item
          className={styles['onPhone'] ?? ''}
          leftSection={<Icon shape={IconVideo} />}
          onClick={() => run('picture')}
        >
          {playerTexts.showVideo()}
        </Menu.Item>
      )}
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
      {access.rename !== undefined && (
        <Menu.Item leftSection={<Icon shape={IconPencil} />} onClick={() => run('rename')}>
          {renameTexts.rename()}
        </Menu.Item>
      )}
      {access.recognition !== undefined && (
        <Menu.Item leftSection={<Icon shape={IconInfoCircle} />} onClick={() => run('about-transcript')}>
          {recordTexts.title()}
        </Menu.Item>
      )}
    </>
  );
}

/** The number of people, if there is no room for their avatars; screen readers have the list of people. */
function PeopleCount() {
  const { presence } = useEditorServices();
  const { length } = useStored(presence.people);
  if (length < 2) return null;
  return (
    <span className={styles['count']} aria-hidden>
      {length}
    </span>
  );
}
