'use client';

import { useEffect, useRef, useState } from 'react';

/** Takes files dropped anywhere on the page, which the browser would open instead. Tells whether some hover. */
export function useDroppedFiles(take: (files: File[]) => void): boolean {
  const [isDropping, setDropping] = useState(false);
  const taker = useRef(take);
  useEffect(() => {
    taker.current = take;
  });
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDropping(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDropping(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDropping(false);
      taker.current([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);
  return isDropping;
}
