import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { waitFor } from '#e2e/support/wait';

/** An SMTP server that stores all emails from clients that sign in as `longhand` with `secret`. */
export interface Mailbox {
  smtpUrl: string;
  /** The emails so far, with wrapped lines joined again. */
  emails: Array<{ to: string; text: string }>;
  /** Waits for the next email to this address, removes it, and returns its link to `path`. */
  linkTo(email: string, path: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts an SMTP server on a free loopback port. */
export async function startMailbox(): Promise<Mailbox> {
  const emails: Mailbox['emails'] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'longhand' && password === 'secret'
        ? done(null, { user: username })
        : done(new Error('unknown')),
    onData(stream, session, done) {
      let raw = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (raw += chunk));
      stream.once('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        emails.push({ to, text: decode(raw) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://longhand:secret@127.0.0.1:${port}`,
    emails,
    async linkTo(email, path) {
      const at = await waitFor(`an email to ${email}`, () => {
        const found = emails.findIndex(({ to }) => to === email);
        return found === -1 ? undefined : found;
      });
      const [received] = emails.splice(at, 1);
      const [link] = new RegExp(`http://\\S+${path}\\?\\S+`).exec(received?.text ?? '') ?? [];
      if (link === undefined) throw new Error(`no link to ${path}: ${received?.text}`);
      return link;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** Emails with long lines arrive as quoted-printable. */
function decode(raw: string): string {
  if (!/quoted-printable/i.test(raw)) return raw;
  return raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}
