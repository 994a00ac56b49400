'use client';

import { TextInput } from '@mantine/core';

/** Why an operator does something; `description` says who reads it. */
export function ReasonField({
  label,
  description,
  value,
  onChange,
}: {
  label: string;
  description: string;
  value: string;
  onChange: (reason: string) => void;
}) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={200}
      required
      autoComplete="off"
    />
  );
}
