import { env } from '#lib/env';

/**
 * How a stranger gets an account here. Where e-mails can be sent, an address is confirmed first: otherwise the answer
 * would tell whether it has an account.
 */
export function signUpWay(): 'direct' | 'by-mail' | 'by-invitation' | 'closed' {
  const { signUp, mail } = env();
  if (signUp === 'closed') return 'closed';
  if (signUp === 'invite') return 'by-invitation';
  return mail === undefined ? 'direct' : 'by-mail';
}
