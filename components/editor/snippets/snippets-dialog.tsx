'use client';

import * as texts from '#messages/editor/snippets';
import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Icon } from '#components/ui/icon';
import { focusAgain } from '#components/ui/focus-on-mount.ts';
import { useStored } from '#components/ui/store.ts';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { EditorDialog } from '#components/editor/overlays/editor-dialog';
import { removeSnippet, saveSnippet, type SnippetDraft, type SnippetError } from './save-snippet';
import { maxAbbreviation, maxText } from './snippets';
import styles from './snippets-dialog.module.css';

const emptyDraft: SnippetDraft = { abbreviation: '', text: '' };

/** A person's abbreviations and the texts that they expand to. */
export function SnippetsDialog() {
  const { announce, editor, overlay, settings } = useEditorServices();
  const snippets = useSetting('snippets');
  const failure = useStored(settings.error);
  const [draft, setDraft] = useState(emptyDraft);
  const [error, setError] = useState<SnippetError>();
  const [before] = useState(() => document.activeElement);
  const fields = { abbreviation: useRef<HTMLInputElement>(null), text: useRef<HTMLInputElement>(null) };

  const close = (): void => {
    overlay.set(undefined);
    focusAgain(before, () => editor.view.focus());
  };
  const edit = (next: SnippetDraft): void => {
    setDraft(next);
    setError(undefined);
    fields.abbreviation.current?.focus();
  };
  const save = (): void => {
    const result = saveSnippet(snippets, draft);
    if ('error' in result) {
      setError(result.error);
      fields[result.error.field].current?.focus();
      return;
    }
    settings.change({ snippets: result.value });
    announce(texts.added());
    edit(emptyDraft);
  };
  const remove = (abbreviation: string): void => {
    settings.change({ snippets: removeSnippet(snippets, abbreviation) });
    announce(texts.removed());
    edit(emptyDraft);
  };
  const field = (name: 'abbreviation' | 'text', max: number) => ({
    ref: fields[name],
    label: texts.fields[name](),
    placeholder: texts.examples[name](),
    value: draft[name],
    maxLength: max,
    dir: 'auto',
    autoComplete: 'off',
    spellCheck: false,
    error: error?.field === name && error.message,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      setDraft({ ...draft, [name]: currentTarget.value });
      setError(undefined);
    },
  });
  return (
    <EditorDialog opened onClose={close} title={texts.title()} size="lg">
      <Text size="sm" c="dimmed" mb="sm">
        {texts.use()}
      </Text>
      {failure !== undefined && (
        <Text role="alert" my="md">
          {failure}
        </Text>
      )}
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput {...field('abbreviation', maxAbbreviation)} data-autofocus />
        <TextInput {...field('text', maxText)} />
        <Button type="submit">{draft.changes === undefined ? texts.add() : texts.save()}</Button>
      </form>
      {Object.keys(snippets).length === 0 ? (
        <Text c="dimmed">{texts.empty()}</Text>
      ) : (
        <ul aria-label={texts.list()}>
          {Object.entries(snippets).map(([abbreviation, text]) => (
            <li key={abbreviation} className={styles['row']}>
              <code>{abbreviation}</code>
              <bdi className={styles['text']}>{text}</bdi>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.edit({ abbreviation })}
                onClick={() => edit({ abbreviation, text, changes: abbreviation })}
              >
                <Icon shape={IconPencil} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.remove({ abbreviation })}
                onClick={() => remove(abbreviation)}
              >
                <Icon shape={IconTrash} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </EditorDialog>
  );
}
