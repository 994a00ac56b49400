'use client';

import * as commonTexts from '#messages/common';
import * as commandsTexts from '#messages/editor/commands';
import * as importTexts from '#messages/editor/import';
import * as findTexts from '#messages/editor/find';
import * as playerTexts from '#messages/editor/player';
import * as againTexts from '#messages/recognize-again';
import * as readingTexts from '#messages/editor/reading';
import * as renameTexts from '#messages/editor/rename';
import * as recordTexts from '#messages/recognition-record';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBook,
  IconCommand,
  IconDots,
  IconFileImport,
  IconHelp,
  IconInfoCircle,
  IconPencil,
  IconReload,
  IconSearch,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { Icon, type IconShape } from '#components/ui/icon';
import { useStored } from '#components/ui/store.ts';
import { useEditorServices, useJobName, useOpenVersion, useView } from '#components/editor/context.ts';
import { KeyCaps } from '#components/editor/keyboard/shortcuts/key-caps';
import { useCommandKeys } from '#components/editor/keyboard/use-keyboard.ts';
import { usePicture } from '#components/editor/player/picture/picture';
import { usePeople } from '#components/editor/presence/people';
import { getSelectedPassage } from '#components/editor/recognition/recognition-commands.ts';
import { getStatusText } from '#components/editor/sync/status/sync-status';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import styles from './editor-bar.module.css';
import { type Panel, usePanels } from './panels';

/** The overflow menu: views, rare commands and, on a narrow page, panels and the states that the bar shows as icons. */
export function MoreMenu() {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles['more']}>
      {/* The placeholder would be an invalid child of a menu. */}
      <Menu
        position="bottom-end"
        withInitialFocusPlaceholder={false}
        transitionProps={{ duration: 0 }}
        width="min(20rem, calc(100vw - 1rem))"
      >
        <Menu.Target>
          <ActionIcon
            ref={button}
            size={36}
            variant="subtle"
            color="gray"
            data-hint="more"
            aria-label={commandsTexts.more()}
          >
            <Icon shape={IconDots} size={20} />
          </ActionIcon>
        </Menu.Target>
        {/* The button gets the focus first: a dialog or panel returns it there, since the item is unmounted by then. */}
        <Menu.Dropdown onClickCapture={() => button.current?.focus()}>
          <Facts />
          <Items />
        </Menu.Dropdown>
      </Menu>
      <PeopleCount />
    </div>
  );
}

/** The full name, the save status, and who else is here. */
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

/** Commands that don't fit the bar, and rarely used ones. */
function Items() {
  const services = useEditorServices();
  const { access } = services;
  const { isReading } = useView();
  const openVersion = useOpenVersion();
  const canImport = access.may === 'edit' && !isReading && openVersion === undefined;
  const { primary, secondary, rest } = usePanels();
  const isPictureHidden = usePicture() === 'hidden';
  const isPhone = matchMedia('(max-width: 47.99em)').matches;
  const isNarrow = matchMedia('(max-width: 60em)').matches;
  return (
    <>
      {isPhone && <Item command="find" title={findTexts.label()} icon={IconSearch} />}
      {isPhone && isPictureHidden && (
        <Item command="picture" title={playerTexts.showVideo()} icon={IconVideo} />
      )}
      {[...(isPhone ? primary : []), ...(isNarrow ? secondary : [])].map((panel) => (
        <PanelItem key={panel.id} panel={panel} />
      ))}
      {isNarrow && <Menu.Divider />}
      <Item
        command="reading-view"
        title={isReading ? readingTexts.turnOff() : readingTexts.turnOn()}
        icon={IconBook}
      />
      {rest.map((panel) => (
        <PanelItem key={panel.id} panel={panel} />
      ))}
      <Item command="palette" title={commandsTexts.allCommands()} icon={IconCommand} />
      <Item command="help-editor" title={commonTexts.help()} icon={IconHelp} />
      {(canImport || access.rename !== undefined || access.recognition !== undefined) && <Menu.Divider />}
      {canImport && <Item command="import" title={importTexts.command()} icon={IconFileImport} />}
      {access.again !== undefined && (
        <>
          <Item command="again" title={againTexts.command()} icon={IconReload} />
          {getSelectedPassage(services) !== undefined && (
            <Item command="again-selection" title={againTexts.selectionCommand()} icon={IconReload} />
          )}
          <Item command="again-speakers" title={againTexts.speakersCommand()} icon={IconUsers} />
        </>
      )}
      {access.rename !== undefined && (
        <Item command="rename" title={renameTexts.rename()} icon={IconPencil} />
      )}
      {access.recognition !== undefined && (
        <Item command="about-transcript" title={recordTexts.title()} icon={IconInfoCircle} />
      )}
    </>
  );
}

function PanelItem({ panel: { id, title, icon, command } }: { panel: Panel }) {
  const { panel } = useEditorServices();
  return <Item command={command} title={title()} icon={icon} onClick={() => panel.set(id)} />;
}

/** A menu item that runs a command, with its key. */
function Item({
  command,
  title,
  icon,
  onClick,
}: {
  command: string;
  title: string;
  icon: IconShape;
  onClick?: () => void;
}) {
  const { run } = useEditorServices();
  const keys = useCommandKeys().get(command)?.slice(0, 1) ?? [];
  return (
    <Menu.Item
      leftSection={<Icon shape={icon} />}
      rightSection={
        <span className={styles['keys']}>
          <KeyCaps keys={keys} />
        </span>
      }
      onClick={onClick ?? (() => run(command))}
    >
      {title}
    </Menu.Item>
  );
}

/** The number of people, if their avatars don't fit. Screen readers use the list of people. */
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
