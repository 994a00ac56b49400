import { env } from '#lib/settings/env';

/**
 * The way to create an account. If emails can be sent, an address is confirmed first: otherwise the answer
 * would reveal whether it has an account.
 */
export function getSignUpStep(): 'direct' | 'by-mail' | 'by-invitation' | 'closed' {
  const { signUp, mail } = env();
  if (signUp === 'closed') return 'closed';
  if (signUp === 'invite') return 'by-invitation';
  return mail === undefined ? 'direct' : 'by-mail';
}
