'use client';

import * as texts from '#messages/editor/export';
import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { hasRareCharacters } from '#lib/transcript/text/rare-characters';
import { formats, optionalContent, type ExportOptions } from './export-options';
import styles from './export.module.css';

const contentLabels = { times: texts.times, speakers: texts.speakers, links: texts.links };

/** Format and content of a file. The children come between the two. */
export function ExportFields({
  options,
  onChange,
  text,
  children,
}: {
  options: ExportOptions;
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
          onChange({ ...options, format: event.currentTarget.value as ExportOptions['format'] })
        }
      />
      {children}
      {optionalContent[options.format].length > 0 && (
        <fieldset className={styles['parts']}>
          <legend className={styles['with']}>{texts.include()}</legend>
          {optionalContent[options.format].map((part) => (
            <Checkbox
              key={part}
              label={contentLabels[part]()}
              checked={options[part] && (part !== 'links' || options.times)}
              disabled={part === 'links' && !options.times}
              onChange={(event) => onChange({ ...options, [part]: event.currentTarget.checked })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

function getHelp(format: ExportOptions['format'], text = ''): string | undefined {
  if (format === 'tracked') return texts.trackedHelp();
  return format === 'pdf' && hasRareCharacters(text) ? texts.rareCharacters() : undefined;
}
