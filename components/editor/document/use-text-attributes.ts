import { useEffect, useMemo } from 'react';
import { keyTexts as texts } from '#components/texts/keys';
import { formatKey } from '../commands/keys';
import { keysOfCommands } from '../commands/presets';
import { useKeyboard } from '../commands/use-keyboard';
import type { Room } from '../edit-room';

/** Keeps what is told of the text true to the person's settings: its keys, and whether its spelling is checked. */
export function useTextAttributes(room: Room | undefined): void {
  const keyboard = useKeyboard();
  const text = room?.editor.view.dom;
  const settings = room?.settings;
  const commands = room?.commands;
  const help = useMemo(() => {
    if (commands === undefined || settings === undefined) return '';
    const keys = keysOfCommands(commands, settings.keyPreset, settings.ownKeys);
    const first = (id: string): string | undefined => {
      const [key] = keys.get(id) ?? [];
      return key === undefined ? undefined : formatKey(key, keyboard);
    };
    return texts.text.help(first('play-pause'), first('leave-text'));
  }, [commands, settings, keyboard]);
  const spellcheck = settings?.spellcheck;
  useEffect(() => {
    text?.setAttribute('aria-description', help);
    if (spellcheck !== undefined) text?.setAttribute('spellcheck', String(spellcheck));
  }, [text, help, spellcheck]);
}
