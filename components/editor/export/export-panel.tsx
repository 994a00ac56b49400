'use client';

import * as texts from '#messages/editor/export';
import { Button, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { Choice } from '#components/ui/choice';
import { ErrorAlert } from '#components/ui/error-alert';
import { useAction } from '#components/ui/use-action.ts';
import { useEditorServices } from '#components/editor/context.ts';
import { useRevisions } from '#components/editor/history/use-revisions.ts';
import styles from './export.module.css';
import { copyVersion } from './copy-version';
import { download, loadPreview } from './download';
import { ExportFields } from './export-fields';
import { defaultExport, hasPages } from './export-options';
import { FirstPage } from './first-page';
import { useEditorTemplate } from './use-template';

/** Exports the transcript: downloads a format and version, or copies it to the clipboard. */
export function ExportPanel() {
  const services = useEditorServices();
  const [options, setOptions] = useState(defaultExport);
  const template = useEditorTemplate();
  const [status, setStatus] = useState('');
  const { run, isBusy, error } = useAction(download);

  function choose(chosen: typeof options) {
    setOptions(chosen);
    setStatus('');
  }

  async function getFile() {
    setStatus('');
    const done = await run(services, options, template.current);
    if (done !== undefined) setStatus(texts.done({ name: done.value }));
  }

  async function copy() {
    const copied = await copyVersion(services, options.version, template.current);
    setStatus(copied === undefined ? texts.notCopied() : texts.copied());
  }

  return (
    <Stack gap="md">
      <ExportFields
        options={options}
        template={template}
        onChange={choose}
        text={services.editor.state.doc.textContent}
      >
        {options.format !== 'tracked' && (
          <ExportedVersion value={options.version} onChange={(version) => choose({ ...options, version })} />
        )}
      </ExportFields>
      <BusyButton isBusy={isBusy} onClick={() => void getFile()}>
        {texts.download()}
      </BusyButton>
      {isBusy && (
        <div>
          <Text size="sm">{texts.working()}</Text>
          <Progress value={100} animated aria-label={texts.working()} my="xs" />
          <Text size="sm" c="dimmed">
            {texts.workingHelp()}
          </Text>
        </div>
      )}
      <ErrorAlert>{error}</ErrorAlert>
      {hasPages(options.format) && (
        <FirstPage
          options={options}
          template={template.current}
          load={(path) => loadPreview(services, path)}
        />
      )}
      <Button variant="default" onClick={() => void copy()}>
        {texts.copyFormatted()}
      </Button>
      <Text size="sm" c="dimmed">
        {texts.copyHelp()}
      </Text>
      <output className={styles['status']}>{status}</output>
    </Stack>
  );
}

/** The newest version, the original, or a named one. */
function ExportedVersion({ value, onChange }: { value: string; onChange: (version: string) => void }) {
  const { revisions = [] } = useRevisions();
  const named = revisions.flatMap(({ number, name }) =>
    name === undefined ? [] : [[String(number), name] as const],
  );
  const names = new Map([['latest', texts.latest()], ['machine', texts.original()], ...named]);
  return (
    <Choice
      label={texts.version()}
      values={[...names.keys()]}
      value={value}
      nameOf={(version) => names.get(version) ?? ''}
      onChoose={onChange}
    />
  );
}
