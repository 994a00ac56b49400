import { env } from '#lib/settings/env';

/** The available way to create an account. Emailed links confirm an address without revealing if it has an account. */
export function getSignUpStep(): 'direct' | 'by-mail' | 'by-invitation' | 'closed' {
  const { signUp, mail } = env();
  if (signUp === 'closed') return 'closed';
  if (signUp === 'invite') return 'by-invitation';
  return mail === undefined ? 'direct' : 'by-mail';
}
