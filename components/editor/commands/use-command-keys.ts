import { useMemo } from 'react';
import { useRoom } from '../edit-room';
import { keysOfCommands } from './presets';
import type { KeyMap } from './remap';

/** The keys of every command, as the person has them. */
export function useCommandKeys(): KeyMap {
  const { commands, settings } = useRoom();
  const { keyPreset, ownKeys } = settings;
  return useMemo(() => keysOfCommands(commands, keyPreset, ownKeys), [commands, keyPreset, ownKeys]);
}
