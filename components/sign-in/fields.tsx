'use client';

import { PasswordInput, TextInput } from '@mantine/core';
import * as texts from '#messages/auth';

const look = { size: 'md', required: true } as const;

/** A field for an email address, named `email`. */
export function EmailField() {
  return (
    <TextInput
      {...look}
      label={texts.email()}
      name="email"
      type="email"
      autoComplete="username"
      maxLength={254}
    />
  );
}

/** A fixed email address, named `email`, for the form and the browser's password manager. */
export function ReadOnlyEmail({ email }: { email: string }) {
  return <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />;
}

/** A field for the current password, named `password`. */
export function PasswordField({ label }: { label: string }) {
  return (
    <PasswordInput {...look} label={label} name="password" autoComplete="current-password" maxLength={1024} />
  );
}

/** A field for an authenticator or recovery code, named `code`. */
export function CodeField({ label, description }: { label: string; description: string }) {
  return (
    <TextInput
      {...look}
      label={label}
      description={description}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={100}
    />
  );
}

/** A field for a new password, named `chosen`. */
export function NewPasswordField({ label }: { label: string }) {
  return (
    <PasswordInput
      {...look}
      label={label}
      description={texts.passwordRule()}
      name="chosen"
      autoComplete="new-password"
      minLength={8}
      maxLength={1024}
    />
  );
}
