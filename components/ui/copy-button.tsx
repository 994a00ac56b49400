'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import * as commonTexts from '#messages/common';

/** Copies `text`, or the text of the element `from`. `label` distinguishes the button in a list. */
export function CopyButton({
  from,
  text,
  label,
  size = 'xs',
  children,
}: {
  from: string;
  text?: string;
  label?: string;
  size?: NonNullable<ButtonProps['size']>;
  children: string;
}) {
  const [status, setStatus] = useState<string>();

  async function copy() {
    const element = document.getElementById(from);
    if (element === null) return;
    const isCopied = await copyText(text ?? element.innerText);
    if (!isCopied) globalThis.getSelection()?.selectAllChildren(element);
    setStatus(isCopied ? commonTexts.copied() : commonTexts.copyByHand());
    setTimeout(() => setStatus(undefined), 2500);
  }

  return (
    <Button
      variant="default"
      size={size}
      {...(size === 'xs' && { h: 36 })}
      aria-label={status === undefined ? label : undefined}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{status ?? children}</span>
    </Button>
  );
}

/** Copies a text. Returns false if the browser refuses. Over plain HTTP, without a clipboard API, uses a text field. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    // Prevents scrolling to the field.
    field.style.position = 'fixed';
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return isCopied;
  }
}
