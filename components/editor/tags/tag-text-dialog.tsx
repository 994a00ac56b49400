'use client';

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { tagTexts } from '#components/texts/tags';
import { useRoom } from '../edit-room';
import { EditorDialog } from '../editor-dialog';
import { change, insert } from './act-on-tags';
import { tagAt } from './change-tags';
import { longestTag, nameOfTag, printedTag } from './tag-names';
import styles from './tags.module.css';

const texts = tagTexts.own;

/** Asks for the text of a tag that is not on the list. */
export function TagTextDialog({ at }: { at?: number }) {
  const room = useRoom();
  const { editor, menu } = room;
  const tag = at === undefined ? undefined : tagAt(editor.state.doc, at);
  const [typed, setTyped] = useState(tag === undefined ? '' : nameOfTag(tag.tag));
  const printed = printedTag(typed);
  const close = (): void => {
    menu.set(undefined);
    editor.view.focus();
  };
  return (
    <EditorDialog opened onClose={close} title={texts.title} closeName={texts.cancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (printed === undefined) return;
          close();
          if (tag === undefined) insert(room, printed);
          else change(room, tag.at, printed);
        }}
      >
        <TextInput
          data-autofocus
          label={texts.label}
          description={texts.hint}
          value={typed}
          maxLength={longestTag - 2}
          dir="auto"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div className={styles['buttons']}>
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={printed === undefined}>
            {tag === undefined ? texts.insert : texts.change}
          </Button>
        </div>
      </form>
    </EditorDialog>
  );
}
