import * as texts from '#messages/editor/commands';
import { useEffect, useMemo } from 'react';
import { formatKey } from '#components/editor/keyboard/keys.ts';
import { getCommandKeys } from '#components/editor/keyboard/presets.ts';
import { useKeyboard } from '#components/editor/keyboard/use-keyboard.ts';
import type { EditorContext } from '#components/editor/context.ts';

/** Keeps what is told of the text true to the person's settings: its keys, and whether its spelling is checked. */
export function useTextAttributes(context: EditorContext | undefined): void {
  const keyboard = useKeyboard();
  const text = context?.editor.view.dom;
  const settings = context?.settings;
  const commands = context?.commands;
  const help = useMemo(() => {
    if (commands === undefined || settings === undefined) return '';
    const keys = getCommandKeys(commands, settings.keyPreset, settings.ownKeys);
    const first = (id: string): string | undefined => {
      const [key] = keys.get(id) ?? [];
      return key === undefined ? undefined : formatKey(key, keyboard);
    };
    const [play, leave] = [first('play-pause'), first('leave-text')];
    return [
      ...(play === undefined ? [] : [texts.textPlayHelp({ key: play })]),
      ...(leave === undefined ? [] : [texts.textLeaveHelp({ key: leave })]),
    ].join(' ');
  }, [commands, settings, keyboard]);
  const spellcheck = settings?.spellcheck;
  useEffect(() => {
    text?.setAttribute('aria-description', help);
    if (spellcheck !== undefined) text?.setAttribute('spellcheck', String(spellcheck));
  }, [text, help, spellcheck]);
}
