import * as texts from '#messages/editor/commands';
import * as documentTexts from '#messages/editor/document';
import { useEffect } from 'react';
import { formatKey } from '#components/editor/keyboard/keys.ts';
import { useCommandKeys, useKeyboard } from '#components/editor/keyboard/use-keyboard.ts';
import { useEditorServices, useJobName, useSetting } from '#components/editor/context.ts';

/** Keeps the text's name, read-only state, keys and spell checking in line with the settings and permission. */
export function useTextAttributes(): void {
  const { editor, access, sync } = useEditorServices();
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
  useEffect(() => {
    if (access.may === 'view') return undefined;
    const { dom } = editor.view;
    const mark = (): void => {
      const readOnly = String(!sync.view().canEdit);
      if (dom.getAttribute('aria-readonly') === readOnly) return;
      dom.setAttribute('aria-readonly', readOnly);
      // A read-only text still scrolls by keyboard.
      if (readOnly === 'true') dom.setAttribute('tabindex', '0');
    };
    mark();
    return sync.subscribe(mark);
  }, [editor, access.may, sync]);
}
