'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import * as commonTexts from '#messages/common';

/** Copies the text that the element `from` shows. `label` names the button where several of them are in one list. */
export function CopyButton({ from, label, children }: { from: string; label?: string; children: string }) {
  const [status, setStatus] = useState<string>();

  async function copy() {
    const element = document.getElementById(from);
    if (element === null) return;
    setStatus((await copyText(element)) ? commonTexts.copied() : commonTexts.copyByHand());
    setTimeout(() => setStatus(undefined), 2500);
  }

  return (
    <Button
      variant="default"
      size="xs"
      h={36}
      aria-label={status === undefined ? label : undefined}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{status ?? children}</span>
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
