'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { copyTexts } from '#components/texts/site';

/** Copies the text that the element `from` shows. */
export function CopyButton({ from, children }: { from: string; children: string }) {
  const [said, setSaid] = useState<string>();

  async function copy() {
    const element = document.getElementById(from);
    if (element === null) return;
    setSaid((await copyText(element)) ? copyTexts.copied : copyTexts.byHand);
    setTimeout(() => setSaid(undefined), 2500);
  }

  return (
    <Button variant="default" size="xs" h={36} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? children}</span>
    </Button>
  );
}

/** Browsers give no clipboard to pages over plain HTTP, apart from localhost: there the selection is copied. */
async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.innerText);
    return true;
  } catch {
    const selection = globalThis.getSelection();
    selection?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}
