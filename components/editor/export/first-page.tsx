'use client';

import * as texts from '#messages/editor/export';
import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';
import { ErrorAlert } from '#components/ui/error-alert';
import type { ExportTemplate } from '#lib/transcript/text/export-template';
import { getPreviewPath, type ExportOptions } from './export-options';
import styles from './export.module.css';

const debounceMs = 400;

type Picture = { address: string; text: string };

/** A preview of the document's first page, redrawn when its options change. `load` fetches the picture at a path. */
export function FirstPage({
  options,
  template,
  load,
}: {
  options: ExportOptions;
  template: ExportTemplate;
  load: (path: string) => Promise<ActionResult<string>>;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.hidePreview() : texts.preview()}
      </Button>
      {isOpen && (
        <Drawn path={getPreviewPath(options, template)} load={load} isWord={options.format !== 'pdf'} />
      )}
    </>
  );
}

function Drawn({
  path,
  load,
  isWord,
}: {
  path: string;
  load: (path: string) => Promise<ActionResult<string>>;
  isWord: boolean;
}) {
  const [picture, setPicture] = useState<Picture>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void show();
    }, debounceMs);
    async function show(): Promise<void> {
      const result = await load(path).catch(() => ({ error: texts.previewFailed() }));
      if (!isCurrent) return;
      setError('error' in result ? result.error : undefined);
      setPicture('error' in result ? undefined : toPicture(result.value));
    }
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // `load` is a new function on each render of the parent.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [path]);
  return (
    <div>
      {picture !== undefined && (
        // oxlint-disable-next-line nextjs/no-img-element -- an image generated for this preview
        <img className={styles['page']} src={picture.address} alt={texts.firstPage({ text: picture.text })} />
      )}
      {picture === undefined && error === undefined && <Text size="sm">{texts.drawing()}</Text>}
      <ErrorAlert>{error}</ErrorAlert>
      {isWord && picture !== undefined && (
        <Text size="sm" c="dimmed">
          {texts.previewOfWord()}
        </Text>
      )}
    </div>
  );
}

function toPicture(svg: string): Picture {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  return {
    address: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    text: documentElement.querySelector('title')?.textContent ?? '',
  };
}
