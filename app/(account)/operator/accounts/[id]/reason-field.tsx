'use client';

import { TextInput, type TextInputProps } from '@mantine/core';

/** Why an operator does something; `description` says who reads it. */
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
