import { useEffect, useRef } from 'react';

/** A command of the Transcripts page; `key` is `/`, `?`, or a letter pressed with Ctrl or ⌘. */
export interface ListCommand {
  id: string;
  title: string;
  /** Other words by which people look for it. */
  keywords?: string;
  key?: string;
  run: () => void;
}

/** Runs the commands by their keys, except where one types or something lies over the page. */
export function useListKeys(commands: readonly ListCommand[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const command = latest.current.find(({ key }) => key !== undefined && isPressed(event, key));
      if (command === undefined || event.defaultPrevented || isCovered()) return;
      if (command.key !== undefined && isSign(command.key) && isTyping(event.target)) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** True for a key that is pressed alone; Shift may be what makes it. */
export function isSign(key: string): boolean {
  return !/^[a-z]$/.test(key);
}

function isPressed({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent, wanted: string): boolean {
  const isWithMod = ctrlKey !== metaKey && !altKey;
  return !isComposing && key === wanted && (isSign(wanted) ? !ctrlKey && !metaKey : isWithMod);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null
  );
}

function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
