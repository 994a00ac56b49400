'use client';

import { useEffect, useRef, useState } from 'react';

const anything = (): boolean => true;

/**
 * Accepts files dropped anywhere on the page. Returns true while files hover: their names are known only after the
 * drop.
 */
export function useFileDrop(
  onDrop: (files: File[]) => void,
  isWanted: (data: DataTransfer) => boolean = anything,
): boolean {
  const [isDropping, setDropping] = useState(false);
  const handler = useRef(onDrop);
  useEffect(() => {
    handler.current = onDrop;
  });
  useEffect(() => {
    let isOwn = false;
    const hasFiles = ({ dataTransfer }: DragEvent) =>
      !isOwn && dataTransfer?.types.includes('Files') === true && isWanted(dataTransfer);
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDropping(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDropping(false);
    };
    const drop = (event: DragEvent) => {
      setDropping(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      handler.current([...(event.dataTransfer?.files ?? [])]);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('dragstart', () => (isOwn = true), { signal });
    document.addEventListener('dragend', () => (isOwn = false), { signal });
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    // Handles the drop before the field under the files does.
    document.addEventListener('drop', drop, { signal, capture: true });
    return () => listening.abort();
  }, [isWanted]);
  return isDropping;
}
