'use client';

import { Textarea, type MantineSize } from '@mantine/core';
import * as texts from '#messages/vocabulary';
import type { VocabularyLimits } from './offer';
import { parseVocabulary } from './parse-vocabulary';
import styles from './recognition-options.module.css';

/** Words and phrases, one per line, with their number and errors. */
export function VocabularyField({
  label,
  hint,
  limits,
  value,
  faults,
  whyNot,
  size = 'sm',
  onChange,
}: {
  label: string;
  hint: string;
  limits: VocabularyLimits;
  value: string;
  faults: string[];
  /** Disables the field and explains why. */
  whyNot?: string | undefined;
  size?: MantineSize;
  onChange: (value: string) => void;
}) {
  const count = texts.count({ count: parseVocabulary(value, limits).phrases.length, max: limits.maxPhrases });
  return (
    <Textarea
      classNames={{ input: styles['text'] ?? '' }}
      size={size}
      label={label}
      description={whyNot ?? `${hint} ${count}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={whyNot !== undefined}
      autosize
      minRows={whyNot === undefined ? 3 : 1}
      maxRows={12}
      spellCheck={false}
      autoComplete="off"
      dir="auto"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={faults.length > 0 && <Faults faults={faults} />}
      errorProps={{ component: 'div', role: 'alert' }}
    />
  );
}

function Faults({ faults }: { faults: string[] }) {
  return (
    <ul>
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}
