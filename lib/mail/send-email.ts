import type { MailSettings } from '#lib/settings/env';

/** An email in plain text, to one address. */
export interface Email {
  to: string;
  subject: string;
  text: string;
}

const timeoutMs = 30_000;

/** Sends an email, encrypted if possible. `refused` is final; throws errors that can be retried. */
export async function sendEmail(
  { smtpUrl, from }: MailSettings,
  { to, subject, text }: Email,
): Promise<'sent' | 'refused'> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    // An object is a single address, whatever characters it contains.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    return 'sent';
  } catch (error) {
    if (isFinal(error)) return 'refused';
    throw error;
  } finally {
    transport.close();
  }
}

/** A 5xx about the sender, recipient or content is final; the operator can fix one about our password. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false;
  const isAboutEmail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isAboutEmail && Number(error.responseCode) >= 500;
}
