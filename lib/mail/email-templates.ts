import type { Email } from '#lib/mail/send-email';
import { formatMoney } from '#lib/messages/format';
import * as texts from '#messages/emails';

/* The emails, in the language that is current. */

/** To a person who asked for a new password. */
export function resetEmail({ to, url }: { to: string; url: string }): Email {
  return { to, subject: texts.resetSubject(), text: texts.resetText({ email: to, url }) };
}

/** To a person who signs up and has to confirm the address. */
export function signUpEmail({ to, url }: { to: string; url: string }): Email {
  return { to, subject: texts.signUpSubject(), text: texts.signUpText({ email: to, url }) };
}

/** To a person who has an account and signed up again with the same address. */
export function knownAccountEmail({ to, baseUrl }: { to: string; baseUrl: string }): Email {
  const urls = { signInUrl: `${baseUrl}/sign-in`, forgotPasswordUrl: `${baseUrl}/forgot-password` };
  return {
    to,
    subject: texts.existingAccountSubject(),
    text: texts.existingAccountText({ email: to, ...urls }),
  };
}

/** To the address that an account wants, to show that it is the owner's. */
export function confirmEmail({ to, url }: { to: string; url: string }): Email {
  return { to, subject: texts.confirmEmailSubject(), text: texts.confirmEmailText({ email: to, url }) };
}

/** To the owner of an address that another account wants. */
export function emailTakenEmail({ to }: { to: string }): Email {
  return { to, subject: texts.emailTakenSubject(), text: texts.emailTakenText({ email: to }) };
}

/** To the current address of an account that wants another. */
export function emailChangeNotice({
  to,
  newEmail,
  baseUrl,
}: {
  to: string;
  newEmail: string;
  baseUrl: string;
}): Email {
  return {
    to,
    subject: texts.emailChangeNoticeSubject(),
    text: texts.emailChangeNoticeText({ email: to, newEmail, settingsUrl: `${baseUrl}/settings` }),
  };
}

/** To the owner of an account whose balance has fallen below the limit that they set. */
export function lowBalanceEmail({
  to,
  balanceCents,
  limitCents,
  baseUrl,
}: {
  to: string;
  balanceCents: number;
  limitCents: number;
  baseUrl: string;
}): Email {
  const [balance, limit] = [formatMoney(balanceCents), formatMoney(limitCents)];
  const urls = { topUpUrl: `${baseUrl}/balance/top-up`, balanceUrl: `${baseUrl}/balance` };
  return {
    to,
    subject: texts.lowBalanceSubject({ balance }),
    text: texts.lowBalanceText({ email: to, balance, limit, ...urls }),
  };
}

/** To the owner of a job that is transcribed. */
export function transcribedEmail({
  to,
  name,
  jobId,
  baseUrl,
}: {
  to: string;
  name: string;
  jobId: string;
  baseUrl: string;
}): Email {
  const urls = { url: `${baseUrl}/editor/${jobId}`, settingsUrl: `${baseUrl}/settings/preferences` };
  return { to, subject: texts.transcribedSubject({ name }), text: texts.transcribedText({ name, ...urls }) };
}

/** To the owner of a job that failed, with the reason in words. */
export function failedEmail({
  to,
  name,
  reason,
  baseUrl,
}: {
  to: string;
  name: string;
  reason: string;
  baseUrl: string;
}): Email {
  const urls = { url: `${baseUrl}/jobs`, settingsUrl: `${baseUrl}/settings/preferences` };
  return { to, subject: texts.failedSubject({ name }), text: texts.failedText({ name, reason, ...urls }) };
}

/** A change to the security of an account. */
export type SecurityNotice = keyof typeof texts.securityEvents;

/** To the owner of an account whose security has changed, or that was signed in to from a new browser. */
export function securityEmail({
  to,
  notice,
  name = '',
  browser,
  system,
  address,
  baseUrl,
}: {
  to: string;
  notice: SecurityNotice;
  /** The name of the passkey or API key. */
  name?: string | undefined;
  browser: string | undefined;
  system: string | undefined;
  address: string | null | undefined;
  baseUrl: string;
}): Email {
  const text = texts.securityEvents[notice]({ email: to, name });
  const device = browser !== undefined && system !== undefined ? { browser, system } : undefined;
  const origin = [
    ...(device === undefined ? [] : [texts.securityBrowser(device)]),
    ...(address == null ? [] : [texts.securityAddress({ address })]),
  ];
  const urls = { resetUrl: `${baseUrl}/forgot-password`, logUrl: `${baseUrl}/settings/security-log` };
  const event = [text, ...(origin.length > 0 ? [origin.join('\n')] : [])].join('\n\n');
  return { to, subject: texts.securitySubjects[notice](), text: texts.securityText({ event, ...urls }) };
}
