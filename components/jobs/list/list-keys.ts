import { useEffect, useRef } from 'react';

/** Runs list commands on `/`, `?` or Ctrl/⌘ with a letter, except while typing or under an overlay. */
export function useListKeys(commands: Readonly<Record<string, () => void>>): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const found = Object.entries(latest.current).find(([key]) => isPressed(event, key));
      if (found === undefined || event.defaultPrevented || isCovered()) return;
      const [key, run] = found;
      if (isSign(key) && isTyping(event.target)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** True for keys pressed without Ctrl or ⌘; Shift may be needed to type them. */
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
