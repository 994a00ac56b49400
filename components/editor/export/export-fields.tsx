'use client';

import * as texts from '#messages/editor/export';
import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { formats, optionalContent, type ExportOptions } from './export-options';
import styles from './export.module.css';

const contentLabels = { times: texts.times, speakers: texts.speakers, links: texts.links };

/** Format and content of a file. The children come between the two. */
export function ExportFields({
  options,
  onChange,
  children,
}: {
  options: ExportOptions;
  onChange: (options: ExportOptions) => void;
  children?: ReactNode;
}) {
  return (
    <>
      <NativeSelect
        label={texts.format()}
        value={options.format}
        data={formats.map((value) => ({ value, label: texts.formats[value]() }))}
        description={options.format === 'tracked' ? texts.trackedHelp() : undefined}
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
