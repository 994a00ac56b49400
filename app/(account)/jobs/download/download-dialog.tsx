'use client';

import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { choices, formats } from '#components/editor/export/export-options.ts';
import { saveFile } from '#components/editor/export/download.ts';
import { TemplateFields } from '#components/editor/export/template-fields';
import { useAccountTemplate, type TemplateActions } from '#components/editor/export/use-template.ts';
import type { ExportTemplate } from '#lib/transcript/text/export-template';
import { ConfirmDialog } from '#components/ui/confirm-dialog';
import { useStored } from '#components/ui/store.ts';
import * as texts from '#messages/download-transcripts';
import * as exportTexts from '#messages/editor/export';
import { archiveFormats, usualFormats, type ArchiveFormat } from './archive-formats';
import styles from './download-dialog.module.css';

/** Asks for formats, and downloads the transcripts in one archive. */
export function DownloadDialog({
  templates,
  ids,
  leftOut,
  onClose,
}: {
  templates: TemplateActions;
  /** The IDs of jobs that have a transcript. */
  ids: string[];
  /** The number of selected jobs without a transcript. */
  leftOut: number;
  onClose: () => void;
}) {
  const remembered = useStored(archiveFormats, usualFormats);
  const [chosen, setChosen] = useState<ReadonlySet<ArchiveFormat>>(new Set(remembered));
  const template = useAccountTemplate(templates);
  const isNothing = chosen.size === 0;

  async function download() {
    const wanted = formats.filter((format) => chosen.has(format));
    archiveFormats.set(wanted);
    return (await saveZip(ids, wanted, template.current)) ? undefined : texts.failed();
  }

  return (
    <ConfirmDialog
      title={texts.title()}
      confirmLabel={texts.download()}
      isDestructive={false}
      isDisabled={isNothing}
      onConfirm={download}
      onClose={onClose}
    >
      <Text>{texts.lead({ count: ids.length })}</Text>
      {leftOut > 0 && <Text c="dimmed">{texts.leftOut({ count: leftOut })}</Text>}
      <fieldset className={styles['formats']}>
        <legend className={styles['legend']}>{texts.formats()}</legend>
        <Stack gap="sm">
          {formats.map((format, index) => (
            <Checkbox
              key={format}
              label={exportTexts.formats[format]()}
              checked={chosen.has(format)}
              data-autofocus={index === 0 || undefined}
              onChange={() => setChosen(toggle(chosen, format))}
            />
          ))}
        </Stack>
      </fieldset>
      {[...chosen].some((format) => choices[format] === 'template') && (
        <TemplateFields template={template} isText={false} />
      )}
      <Text role="alert" c="var(--color-danger)" size="sm">
        {isNothing ? texts.chooseFormat() : template.error}
      </Text>
    </ConfirmDialog>
  );
}

function toggle(set: ReadonlySet<ArchiveFormat>, format: ArchiveFormat): Set<ArchiveFormat> {
  const next = new Set(set);
  if (!next.delete(format)) next.add(format);
  return next;
}

/** Uses fetch, since a URL might be too short for all IDs, and errors can be shown. */
async function saveZip(ids: string[], formats: ArchiveFormat[], template: ExportTemplate): Promise<boolean> {
  try {
    // Documents are dated in the reader's time zone.
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const answer = await fetch('/jobs/download', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids, formats, zone, template }),
    });
    if (!answer.ok) return false;
    await saveFile(answer);
    return true;
  } catch {
    return false;
  }
}
