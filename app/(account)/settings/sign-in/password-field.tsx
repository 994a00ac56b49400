import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** The field of a dialog that asks for the account's password, or for what else shows who it is. */
export function PasswordField({
  onChange,
  ...props
}: Pick<PasswordInputProps, 'label' | 'required' | 'value'> & { onChange: (value: string) => void }) {
  return (
    <PasswordInput
      autoComplete="current-password"
      required
      maxLength={1024}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...props}
    />
  );
}
