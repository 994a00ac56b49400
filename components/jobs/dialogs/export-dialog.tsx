'use client';

import { Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import type { JobView } from '#components/jobs/list/job-list';
import { saveFile } from '#components/editor/export/download.ts';
import { ExportFields } from '#components/editor/export/export-fields';
import { FirstPage } from '#components/editor/export/first-page';
import { useAccountTemplate, type TemplateActions } from '#components/editor/export/use-template.ts';
import { defaultExport, getExportPath, hasPages } from '#components/editor/export/export-options.ts';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { useAction } from '#components/ui/use-action.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import * as exportTexts from '#messages/editor/export';
import * as texts from '#messages/transcript-menu';

/** Exports the newest version of a transcript in the list. */
export function ExportDialog({
  job,
  templates,
  onClose,
}: {
  job: JobView;
  templates: TemplateActions;
  onClose: () => void;
}) {
  const template = useAccountTemplate(templates);
  const address = `/editor/data/${job.id}/`;
  const [options, setOptions] = useState(defaultExport);
  const [status, setStatus] = useState('');
  const { run, isBusy, error } = useAction(download);

  function choose(chosen: typeof options) {
    setOptions(chosen);
    setStatus('');
  }

  async function getFile() {
    setStatus('');
    const done = await run(address + getExportPath(options, template.current));
    if (done !== undefined) setStatus(exportTexts.done({ name: done.value }));
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.exportTitle({ name: job.name })}
      styles={{ title: { lineHeight: 1.35, overflowWrap: 'anywhere' } }}
      centered
    >
      <Stack gap="md">
        <ExportFields options={options} template={template} onChange={choose} />
        <BusyButton isBusy={isBusy} onClick={() => void getFile()}>
          {isBusy ? exportTexts.working() : exportTexts.download()}
        </BusyButton>
        {/* One element, so that it takes no space while empty. */}
        <div>
          <ErrorAlert>{error ?? template.error}</ErrorAlert>
          <output style={{ fontSize: 'var(--font-size-sm)', overflowWrap: 'anywhere' }}>{status}</output>
        </div>
        {hasPages(options.format) && (
          <FirstPage
            options={options}
            template={template.current}
            load={(path) => loadPreview(address + path)}
          />
        )}
      </Stack>
    </Modal>
  );
}

async function download(address: string): Promise<ActionResult<string>> {
  const response = await fetch(address);
  return response.ok ? { value: await saveFile(response) } : { error: texts.exportFailed() };
}

async function loadPreview(address: string): Promise<ActionResult<string>> {
  const response = await fetch(address);
  return response.ok ? { value: await response.text() } : { error: exportTexts.previewFailed() };
}
