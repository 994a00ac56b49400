import type { Email } from '#lib/mail/send-email';
import { formatMoney } from '#lib/messages/format';
import * as texts from '#messages/emails';

/* Email templates, in the current language. */

/** For a person who requested a new password. */
export function resetEmail({ to, url }: { to: string; url: string }): Email {
  return { to, subject: texts.resetSubject(), text: texts.resetText({ email: to, url }) };
}

/** For a person who signs up and has to confirm the address. */
export function signUpEmail({ to, url }: { to: string; url: string }): Email {
  return { to, subject: texts.signUpSubject(), text: texts.signUpText({ email: to, url }) };
}

/** For a person with an account who signed up again with the same address. */
export function knownAccountEmail({ to, baseUrl }: { to: string; baseUrl: string }): Email {
  const urls = { signInUrl: `${baseUrl}/sign-in`, forgotPasswordUrl: `${baseUrl}/forgot-password` };
  return {
    to,
    subject: texts.existingAccountSubject(),
    text: texts.existingAccountText({ email: to, ...urls }),
  };
}

/** For the new address of an account, to confirm it. */
export function confirmEmail({ to, url }: { to: string; url: string }): Email {
  return { to, subject: texts.confirmEmailSubject(), text: texts.confirmEmailText({ email: to, url }) };
}

/** For the owner of an address that another account wants. */
export function emailTakenEmail({ to }: { to: string }): Email {
  return { to, subject: texts.emailTakenSubject(), text: texts.emailTakenText({ email: to }) };
}

/** For the current address of an account that wants another. */
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

/** For the owner of an account whose balance has fallen below their limit. */
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

/** For the owner of a transcribed job. */
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

/** For the owner of a failed job, with the reason. */
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

/** For the owner of an account whose security has changed, or with a sign-in from a new browser. */
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
