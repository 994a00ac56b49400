'use client';

import * as documentTexts from '#messages/editor/document';
import * as findTexts from '#messages/editor/find';
import { IconArrowBackUp, IconArrowForwardUp, IconSearch } from '@tabler/icons-react';
import { useCallback, useSyncExternalStore } from 'react';
import type { IconShape } from '#components/ui/icon';
import { useStored } from '#components/ui/store.ts';
import {
  useEditorServices,
  useOpenVersion,
  useView,
  type EditorServices,
} from '#components/editor/context.ts';
import { IconButton } from '#components/editor/keyboard/command-tip';
import { undoLast } from '#components/editor/announcements/undo-offer.ts';
import { isEnabledIn } from '#components/editor/keyboard/command.ts';
import styles from './editor-bar.module.css';

/** Undo, redo and find, for people without a keyboard. */
export function EditTools() {
  const { access } = useEditorServices();
  return (
    <div className={styles['tools']}>
      {access.may === 'edit' && (
        <>
          <HistoryTool id="undo" title={documentTexts.undo()} icon={IconArrowBackUp} onPress={undoLast} />
          <HistoryTool
            id="redo"
            title={documentTexts.redo()}
            icon={IconArrowForwardUp}
            onPress={({ editor }) => editor.commands.redo()}
          />
        </>
      )}
      <FindTool />
    </div>
  );
}

function HistoryTool({
  id,
  title,
  icon,
  onPress,
}: {
  id: 'undo' | 'redo';
  title: string;
  icon: IconShape;
  onPress: (services: EditorServices) => void;
}) {
  const services = useEditorServices();
  const isEnabled = useEnabled(services, id);
  return (
    <IconButton
      label={title}
      command={id}
      icon={icon}
      className={styles['tool'] ?? ''}
      // Not `disabled`: the button that just undid the first change would lose the focus.
      {...(!isEnabled && { 'aria-disabled': true, 'data-disabled': true })}
      // Leaves the focus where it is: in the text, or outside it, since focusing would open a phone's keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (isEnabled) onPress(services);
      }}
    />
  );
}

/** True if a command is available now. Rerenders only when that changes. */
function useEnabled(services: EditorServices, id: string): boolean {
  // A version or the reading view has nothing to undo.
  useView();
  useOpenVersion();
  const { editor, commands, undoOffer, sync } = services;
  const subscribe = useCallback(
    (listener: () => void) => {
      editor.on('transaction', listener);
      const endOffer = undoOffer.subscribe(listener);
      const endSync = sync.subscribe(listener);
      return () => {
        editor.off('transaction', listener);
        endOffer();
        endSync();
      };
    },
    [editor, undoOffer, sync],
  );
  const isEnabled = (): boolean => {
    const command = commands.find((command) => command.id === id);
    return command !== undefined && isEnabledIn(services, command);
  };
  return useSyncExternalStore(subscribe, isEnabled, isEnabled);
}

function FindTool() {
  const { finder, run } = useEditorServices();
  const { isOpen } = useStored(finder);
  return (
    <IconButton
      label={findTexts.label()}
      command="find"
      icon={IconSearch}
      isOn={isOpen}
      className={`${styles['tool']} ${styles['find']}`}
      aria-expanded={isOpen}
      onClick={() => (isOpen ? finder.close() : run('find'))}
    />
  );
}
