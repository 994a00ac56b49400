'use client';

import * as paletteTexts from '#messages/editor/palette';
import * as commandsTexts from '#messages/editor/commands';
import { useState } from 'react';
import { useEditorServices, useOpenVersion, useView } from '#components/editor/context.ts';
import { readLocalJson, writeLocal } from '#components/ui/persisted-store.ts';
import { useStored } from '#components/ui/store.ts';
import { EditorDialog } from '#components/editor/overlays/editor-dialog';
import styles from './command-palette.module.css';
import { getDisabledReason } from './disabled-reason';
import { findCommands } from './find-commands';
import { PaletteSearch } from './palette-search';
import { isEnabledIn } from '#components/editor/keyboard/command.ts';
import { KeyCaps } from '#components/editor/keyboard/shortcuts/key-caps';
import { useSyncView } from '#components/editor/sync/use-sync.ts';
import { useCommandKeys } from '#components/editor/keyboard/use-keyboard.ts';

/** Synonyms for finding commands. */
const keywords: Partial<Record<string, () => string>> = paletteTexts.keywords;

/** The command palette: search by name, choose with the arrows, run with Enter. */
export function CommandPalette() {
  const { palette } = useEditorServices();
  const open = useStored(palette);
  // The focus returns before the command runs, so that it applies at the caret.
  const close = (): void => {
    palette.set(undefined);
    if (open?.before instanceof HTMLElement) open.before.focus({ preventScroll: true });
  };
  return (
    <EditorDialog
      opened={open !== undefined}
      onClose={close}
      title={paletteTexts.title()}
      size="36rem"
      yOffset="8dvh"
    >
      <Choice close={close} />
    </EditorDialog>
  );
}

function Choice({ close }: { close: () => void }) {
  const services = useEditorServices();
  // Subscribes to stores that determine which commands are enabled.
  useView();
  useOpenVersion();
  useSyncView(services.sync, ({ canEdit }) => canEdit);
  const keys = useCommandKeys();
  const [recent] = useState(readRecent);
  const offered = services.commands.filter(({ id }) => id !== 'palette');
  const find = (query: string) =>
    findCommands(offered, query, {
      recent,
      getKeywords: (command) => (command.keywords ?? keywords[command.id])?.() ?? '',
      isEnabled: (command) => isEnabledIn(services, command),
    }).map(({ command, isEnabled }) => ({
      id: command.id,
      isDisabled: !isEnabled,
      content: (
        <>
          <span>
            {command.title()}
            <span className={styles['group']}>
              {' '}
              {isEnabled ? commandsTexts.groups[command.group]() : getDisabledReason(services, command)}
            </span>
          </span>
          <KeyCaps keys={keys.get(command.id) ?? []} />
        </>
      ),
    }));
  const run = (id: string): void => {
    recordUse(id);
    close();
    services.run(id);
  };
  return <PaletteSearch label={paletteTexts.title()} find={find} onRun={run} onClose={close} />;
}

const recentKey = 'longhand.recent-commands';
const maxRecent = 5;

/** The IDs of the commands recently run from the palette in this browser, latest first. */
function readRecent(): string[] {
  const stored = readLocalJson(recentKey);
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
}

function recordUse(id: string): void {
  const ids = [id, ...readRecent().filter((recent) => recent !== id)].slice(0, maxRecent);
  writeLocal(recentKey, JSON.stringify(ids));
}
