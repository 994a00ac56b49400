import * as texts from '#messages/editor/commands';
import * as documentTexts from '#messages/editor/document';
import { useEffect } from 'react';
import { formatKey } from '#components/editor/keyboard/keys.ts';
import { useCommandKeys } from '#components/editor/keyboard/use-command-keys.ts';
import { useKeyboard } from '#components/editor/keyboard/use-keyboard.ts';
import { useEditorServices, useJobName, useSetting } from '#components/editor/context.ts';

/** Keeps what is told of the text true: its name, and by the person's settings its keys and whether its spelling is checked. */
export function useTextAttributes(): void {
  const { editor } = useEditorServices();
  const keyboard = useKeyboard();
  const keys = useCommandKeys();
  const getKey = (id: string): string | undefined => {
    const [key] = keys.get(id) ?? [];
    return key === undefined ? undefined : formatKey(key, keyboard);
  };
  const [play, leave] = [getKey('play-pause'), getKey('leave-text')];
  const help = [
    ...(play === undefined ? [] : [texts.textPlayHelp({ key: play })]),
    ...(leave === undefined ? [] : [texts.textLeaveHelp({ key: leave })]),
  ].join(' ');
  const name = useJobName();
  const spellcheck = useSetting('spellcheck');
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute('aria-description', help);
    dom.setAttribute('aria-label', documentTexts.label({ name }));
    dom.setAttribute('spellcheck', String(spellcheck));
  }, [editor, help, name, spellcheck]);
}
