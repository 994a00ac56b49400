import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A dialog's field for the account's password, or another proof of identity. */
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
