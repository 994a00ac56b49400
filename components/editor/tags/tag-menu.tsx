'use client';

import { Menu } from '@mantine/core';
import { useCallback } from 'react';
import { tagTexts } from '#components/texts/tags';
import { AnchoredMenu } from '../anchored-menu';
import { useRoom } from '../edit-room';
import { bringBack, change, insert, remove } from './act-on-tags';
import { tagAt } from './change-tags';
import { rectAt } from './rect-at';
import { printedTag, tagNames } from './tag-names';
import styles from './tags.module.css';

const texts = tagTexts.menu;

/** The tags to choose from, for the caret or the selected words; or what can be done with the tag at a place. */
export function TagMenu({ at }: { at?: number }) {
  const room = useRoom();
  const { editor, menu } = room;
  const { doc, selection } = editor.state;
  const tag = at === undefined ? undefined : tagAt(doc, at);
  const rectOf = useCallback(() => rectAt(editor, at ?? editor.state.selection.from), [editor, at]);
  const close = (): void => {
    menu.set(undefined);
    editor.view.focus();
  };
  const act = (work: () => void) => () => {
    close();
    work();
  };
  const take = (printed: string) =>
    act(() => (tag === undefined ? insert(room, printed) : change(room, tag.at, printed)));
  const insertLabel = selection.empty ? texts.insert : texts.insertFor;
  return (
    <AnchoredMenu name={tag ? texts.change(tag.tag) : insertLabel} rectOf={rectOf} onClose={close}>
      {tag && (
        <>
          {tag.note !== null && tag.note !== '' && (
            <Menu.Item onClick={act(() => bringBack(room, tag.at))}>
              {texts.putBack}
              <span className={styles['note']}>{tag.note}</span>
            </Menu.Item>
          )}
          <Menu.Item onClick={act(() => remove(room, tag.at))}>{texts.remove}</Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Label>{tag ? texts.changeTo : insertLabel}</Menu.Label>
      {tagNames.map((name) => (
        <Menu.Item key={name} onClick={take(printedTag(name) ?? '')}>
          {printedTag(name)}
        </Menu.Item>
      ))}
      <Menu.Item
        closeMenuOnClick={false}
        onClick={() => menu.set({ kind: 'tag-text', ...(at === undefined ? {} : { at }) })}
      >
        {texts.other}
      </Menu.Item>
    </AnchoredMenu>
  );
}
