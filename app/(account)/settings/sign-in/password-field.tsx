import { PasswordInput } from '@mantine/core';

/** The field of a dialog that asks for the account's password, or for what else shows who it is. */
export function PasswordField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <PasswordInput
      label={label}
      autoComplete="current-password"
      required
      maxLength={1024}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
