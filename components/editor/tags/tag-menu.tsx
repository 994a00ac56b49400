'use client';

import * as texts from '#messages/editor/tags';
import { Menu } from '@mantine/core';
import { useCallback } from 'react';
import { AnchoredMenu, rectAt } from '#components/editor/overlays/anchored-menu';
import { useEditorServices } from '#components/editor/context.ts';
import { restoreWords, change, insert, remove, writeTagAtCaret } from './insert-tag';
import { tagAt } from './change-tags';
import { tagNames } from './tag-names';
import styles from './tags.module.css';

/** Tags to insert at the caret or for the selected words, or the actions for an existing tag. */
export function TagMenu({ at }: { at?: number }) {
  const services = useEditorServices();
  const { editor, overlay } = services;
  const { doc, selection } = editor.state;
  const tag = at === undefined ? undefined : tagAt(doc, at);
  const getRect = useCallback(() => rectAt(editor, at ?? editor.state.selection.from), [editor, at]);
  const close = (): void => {
    overlay.set(undefined);
    editor.view.focus();
  };
  const run = (work: () => void) => () => {
    close();
    work();
  };
  const choose = (printed: string) =>
    run(() => (tag === undefined ? insert(services, printed) : change(services, tag.at, printed)));
  const insertLabel = selection.empty ? texts.insertTag() : texts.replaceSelection();
  return (
    <AnchoredMenu name={tag ? texts.tag({ tag: tag.tag }) : insertLabel} getRect={getRect} onClose={close}>
      {tag && (
        <>
          {tag.note !== null && tag.note !== '' && (
            <Menu.Item onClick={run(() => restoreWords(services, tag.at))}>
              {texts.restoreWords()}
              <span className={styles['note']}>{tag.note}</span>
            </Menu.Item>
          )}
          <Menu.Item onClick={run(() => remove(services, tag.at))}>{texts.remove()}</Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Label>{tag ? texts.changeTo() : insertLabel}</Menu.Label>
      {tagNames
        .map((name) => writeTagAtCaret(services, name))
        .map((printed) => (
          <Menu.Item key={printed} onClick={choose(printed)}>
            {printed}
          </Menu.Item>
        ))}
      <Menu.Item
        closeMenuOnClick={false}
        onClick={() => overlay.set({ kind: 'tag-text', ...(at === undefined ? {} : { at }) })}
      >
        {texts.customText()}
      </Menu.Item>
    </AnchoredMenu>
  );
}
