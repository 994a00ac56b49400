import { createTransport } from 'nodemailer';
import type { MailSettings } from '#lib/env';

/** An e-mail in plain text, to one address. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

const patienceMs = 30_000;

/**
 * Hands a letter to the mail server, encrypted where the server can. `refused` is its last word on this letter; throws
 * when it could not be reached or asks to come again.
 */
export async function sendMail(
  { smtpUrl, from }: MailSettings,
  { to, subject, text }: Letter,
): Promise<'sent' | 'refused'> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    // As an object it is one address, whatever characters are in it.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    return 'sent';
  } catch (error) {
    if (isFinal(error)) return 'refused';
    throw error;
  } finally {
    transport.close();
  }
}

/** A 5xx about the sender, the recipient or the letter; one about our password is for the operator to mend. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false;
  const isAboutLetter = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isAboutLetter && Number(error.responseCode) >= 500;
}
