'use client';

import * as texts from '#messages/editor/export';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choice } from '#components/ui/choice';
import { hasRareCharacters } from '#lib/transcript/text/rare-characters';
import { choices, formats, hasPages, type ExportOptions } from './export-options';
import { TemplateFields } from './template-fields';
import type { TemplateChoice } from './use-template';

/** Format and content of a file. The children are rendered between the two. */
export function ExportFields({
  options,
  template,
  onChange,
  text,
  children,
}: {
  options: ExportOptions;
  template: TemplateChoice;
  /** The text to export, if known. */
  text?: string;
  onChange: (options: ExportOptions) => void;
  children?: ReactNode;
}) {
  return (
    <>
      <Choice
        label={texts.format()}
        values={formats}
        value={options.format}
        nameOf={(format) => texts.formats[format]()}
        description={getHelp(options.format, text)}
        onChoose={(format) => onChange({ version: options.version, format })}
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
