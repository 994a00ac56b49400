'use client';

import * as texts from '#messages/editor/export';
import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { hasRareCharacters } from '#lib/transcript/text/rare-characters';
import { choices, formats, hasPages, type ExportOptions } from './export-options';
import { TemplateFields } from './template-fields';
import type { TemplateChoice } from './use-template';

/** Format and content of a file. The children come between the two. */
export function ExportFields({
  options,
  template,
  onChange,
  text,
  children,
}: {
  options: ExportOptions;
  template: TemplateChoice;
  /** The text to export, if it is known. */
  text?: string;
  onChange: (options: ExportOptions) => void;
  children?: ReactNode;
}) {
  return (
    <>
      <NativeSelect
        label={texts.format()}
        value={options.format}
        data={formats.map((value) => ({ value, label: texts.formats[value]() }))}
        description={getHelp(options.format, text)}
        onChange={(event) =>
          onChange({
            version: options.version,
            format: event.currentTarget.value as ExportOptions['format'],
          })
        }
      />
      {children}
      {choices[options.format] === 'template' && (
        <TemplateFields template={template} isText={!hasPages(options.format)} />
      )}
      {choices[options.format] === 'speakers' && (
        <Checkbox
          label={texts.speakers()}
          checked={options.speakers ?? options.format === 'vtt'}
          onChange={(event) => onChange({ ...options, speakers: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function getHelp(format: ExportOptions['format'], text = ''): string | undefined {
  if (format === 'tracked') return texts.trackedHelp();
  return format === 'pdf' && hasRareCharacters(text) ? texts.rareCharacters() : undefined;
}
