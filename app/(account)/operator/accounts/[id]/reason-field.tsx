'use client';

import { TextInput, type TextInputProps } from '@mantine/core';

/** A field for an operator's reason; `description` says who can read it. */
export function ReasonField({
  onChange,
  ...props
}: Pick<TextInputProps, 'label' | 'description' | 'value'> & { onChange: (reason: string) => void }) {
  return (
    <TextInput
      {...props}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={200}
      required
      autoComplete="off"
    />
  );
}
