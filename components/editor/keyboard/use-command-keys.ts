import { useMemo } from 'react';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { getCommandKeys } from './presets';
import type { KeyMap } from './remap';

/** The keys of every command, as the person has them. */
export function useCommandKeys(): KeyMap {
  const { commands } = useEditorServices();
  const keyPreset = useSetting('keyPreset');
  const ownKeys = useSetting('ownKeys');
  return useMemo(() => getCommandKeys(commands, keyPreset, ownKeys), [commands, keyPreset, ownKeys]);
}
