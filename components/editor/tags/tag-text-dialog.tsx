'use client';

import * as texts from '#messages/editor/tags';
import * as commonTexts from '#messages/common';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import { EditorDialog } from '#components/editor/overlays/editor-dialog';
import { change, insert } from './insert-tag';
import { tagAt } from './change-tags';
import { maxTagLength, getTagName, printedTag } from './tag-names';

/** Asks for the text of a custom tag. */
export function TagTextDialog({ at }: { at?: number }) {
  const services = useEditorServices();
  const { editor, overlay } = services;
  const tag = at === undefined ? undefined : tagAt(editor.state.doc, at);
  const [typed, setTyped] = useState(tag === undefined ? '' : getTagName(tag.tag));
  const printed = printedTag(typed);
  const close = (): void => {
    overlay.set(undefined);
    editor.view.focus();
  };
  return (
    <EditorDialog opened onClose={close} title={texts.customTitle()} closeName={commonTexts.cancel()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (printed === undefined) return;
          close();
          if (tag === undefined) insert(services, printed);
          else change(services, tag.at, printed);
        }}
      >
        <TextInput
          data-autofocus
          label={texts.customLabel()}
          description={texts.customHelp()}
          value={typed}
          maxLength={maxTagLength - 2}
          dir="auto"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group gap="var(--space-2)" justify="flex-end" mt="var(--space-4)">
          <Button variant="default" onClick={close}>
            {commonTexts.cancel()}
          </Button>
          <Button type="submit" disabled={printed === undefined}>
            {tag === undefined ? texts.insert() : texts.change()}
          </Button>
        </Group>
      </form>
    </EditorDialog>
  );
}
