import type { Letter } from '#lib/mail/send-mail';

/** To whoever asked for a new password. */
export function resetLetter({ to, url }: { to: string; url: string }): Letter {
  return {
    to,
    subject: 'Choose a new Longhand password',
    text: `Somebody, most likely you, asked for a new password for your Longhand account ${to}.

Choose one here, within an hour:
${url}

If it wasn't you, there is nothing to do: your password stays as it is.
`,
  };
}

/** To whoever wants an account and must show that the address is theirs. */
export function signUpLetter({ to, url }: { to: string; url: string }): Letter {
  return {
    to,
    subject: 'Finish signing up for Longhand',
    text: `Somebody, most likely you, wants a Longhand account with the address ${to}.

Choose a password here, within seven days:
${url}

If it wasn't you, there is nothing to do: no account is made.
`,
  };
}

/** To whoever has an account and asked for another with the same address. */
export function knownAccountLetter({ to, baseUrl }: { to: string; baseUrl: string }): Letter {
  return {
    to,
    subject: 'You have a Longhand account already',
    text: `Somebody, most likely you, wanted to sign up for Longhand with the address ${to}. It has an account already.

Sign in: ${baseUrl}/sign-in
If you don't remember your password: ${baseUrl}/forgot-password

If it wasn't you, there is nothing to do: nothing has been changed.
`,
  };
}
