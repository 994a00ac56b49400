'use client';

import { Kbd, Modal } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { sorts } from '#components/jobs/list/job-sorts.ts';
import { isSign } from '#components/jobs/list/list-keys.ts';
import { findUploadButton } from '#components/uploads/new-transcript';
import { helpTopics } from '#components/shell/help-topics.ts';
import { plain } from '#components/editor/keyboard/palette/find-commands.ts';
import { PaletteSearch } from '#components/editor/keyboard/palette/palette-search';
import styles from '#components/editor/keyboard/palette/command-palette.module.css';
import * as frameTexts from '#messages/frame';
import * as texts from '#messages/list-commands';
import * as listTexts from '#messages/transcripts';
import * as undoTexts from '#messages/undo-line';
import type { ListActions, ListDialogKind } from './list-commands';

/** A command of the Transcripts page. */
interface ListCommand {
  id: string;
  title: string;
  /** Synonyms for finding the command. */
  keywords?: string;
  /** A key in the format of `useListKeys`. */
  key?: string;
  run: () => void;
}

interface DialogProps extends ListActions {
  kind: ListDialogKind;
  onOpen: (kind: ListDialogKind | undefined) => void;
  onSearch: () => void;
}

/** The command palette of the Transcripts page, or its list of shortcuts. */
export function ListDialog({ kind, ...props }: DialogProps) {
  const router = useRouter();
  const commands = listCommands(props, (path) => router.push(path));
  const close = (): void => props.onOpen(undefined);
  if (kind === 'palette')
    return <ListPalette commands={commands.filter(({ id }) => id !== 'palette')} onClose={close} />;
  // The undo line handles this key itself, and exists only after a move.
  const undo = { id: 'undo', title: undoTexts.undo(), key: 'z', run: close };
  return <ListShortcuts commands={[...commands, undo]} onClose={close} />;
}

function listCommands(
  { jobs, onFind, onSelectAll, onSelectNone, onOpen, onSearch }: Omit<DialogProps, 'kind'>,
  go: (path: string) => void,
): ListCommand[] {
  const goTo = (path: string, title: string): ListCommand => ({
    id: path,
    title: texts.goTo({ page: title }),
    run: () => go(path),
  });
  return [
    { id: 'search', title: texts.search(), key: '/', run: onSearch },
    { id: 'palette', title: texts.palette(), key: 'k', run: () => onOpen('palette') },
    { id: 'shortcuts', title: texts.shortcuts(), key: '?', run: () => onOpen('shortcuts') },
    { id: 'add', title: texts.add(), run: () => findUploadButton()?.focus() },
    { id: 'select-all', title: listTexts.selectAll(), run: onSelectAll },
    { id: 'clear', title: texts.clearSelection(), run: onSelectNone },
    { id: 'current', title: texts.showCurrent(), run: () => onFind({ isArchived: false }) },
    { id: 'archive', title: listTexts.showArchived(), run: () => onFind({ isArchived: true }) },
    goTo('/jobs/trash', listTexts.views.trash()),
    goTo('/developers', frameTexts.developers()),
    goTo('/settings', frameTexts.settings()),
    ...sorts.map((sort) => ({
      id: `sort-${sort}`,
      title: texts.sortBy({ order: listTexts.sorts[sort]() }),
      run: () => onFind({ sort }),
    })),
    ...helpTopics.map(({ id, href, title, keywords }) => ({
      id,
      title: title(),
      keywords: keywords(),
      run: () => go(href),
    })),
    ...jobs.flatMap(({ id, name, state }) =>
      state.kind === 'transcribed'
        ? [{ id, title: texts.openTranscript({ name }), run: () => go(state.href) }]
        : [],
    ),
  ];
}

interface Props {
  commands: readonly ListCommand[];
  onClose: () => void;
}

function ListPalette({ commands, onClose }: Props) {
  const find = (query: string) => {
    const words = plain(query).split(/\s+/u).filter(Boolean);
    return commands
      .filter(({ title, keywords = '' }) =>
        words.every((word) => plain(`${title} ${keywords}`).includes(word)),
      )
      .map(({ id, title, key }) => ({
        id,
        content: (
          <>
            <span>{title}</span>
            {key !== undefined && <Keys name={key} />}
          </>
        ),
      }));
  };
  const run = (id: string): void => {
    onClose();
    // The dialog returns the focus first.
    setTimeout(() => commands.find((command) => command.id === id)?.run());
  };
  return (
    <Modal opened onClose={onClose} title={texts.palette()} size="36rem" yOffset="8dvh">
      <PaletteSearch label={texts.palette()} find={find} onRun={run} onClose={onClose} />
    </Modal>
  );
}

function ListShortcuts({ commands, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={texts.shortcuts()} centered>
      <dl>
        {commands
          .filter(({ key }) => key !== undefined)
          .map(({ id, title, key = '' }) => (
            <div key={id} className={styles['option']}>
              <dt>{title}</dt>
              <dd>
                <Keys name={key} />
              </dd>
            </div>
          ))}
      </dl>
    </Modal>
  );
}

function Keys({ name }: { name: string }) {
  if (isSign(name)) return <Kbd size="xs">{name}</Kbd>;
  const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);
  return (
    <span>
      <Kbd size="xs">{isMac ? '⌘' : texts.ctrl()}</Kbd> <Kbd size="xs">{name.toUpperCase()}</Kbd>
    </span>
  );
}
