import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { sendEmail } from '#lib/mail/send-email';

/* Emails, handed to a mail server on loopback. */

const email = { to: 'ann@longhand.example', subject: 'Grüße', text: 'Hello\n.\nAnn' };
const from = 'Longhand <longhand@longhand.example>';

let server: SMTPServer;
let smtpUrl: string;
let received: Array<{ to: string[]; raw: string }>;
/** What the server says to recipients, and to what it was given: a code of SMTP, or nothing against it. */
let answers: { recipient?: number; email?: number };

const verdict = (code: number | undefined) =>
  code === undefined ? null : Object.assign(new Error('no'), { responseCode: code });

before(async () => {
  server = new SMTPServer({
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'longhand' && password === 'secret'
        ? done(null, { user: username })
        : done(new Error('unknown')),
    onRcptTo: (_address, _session, done) => done(verdict(answers.recipient)),
    onData: (stream, { envelope }, done) => {
      const take = async () => {
        const raw = await text(stream);
        const to = envelope.rcptTo.map(({ address }) => address);
        if (answers.email === undefined) received.push({ to, raw });
        done(verdict(answers.email));
      };
      void take();
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  smtpUrl = `smtp://longhand:secret@127.0.0.1:${(listening.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = [];
  answers = {};
});
after(() => {
  server?.close();
});

const send = (to = email.to, url = smtpUrl) => sendEmail({ smtpUrl: url, from }, { ...email, to });

test('an email arrives as it was written', async () => {
  assert.equal(await send(), 'sent');
  const [{ to, raw } = { to: [], raw: '' }, ...more] = received;
  assert.deepEqual([to, more], [[email.to], []]);
  assert.match(raw, /^From: Longhand <longhand@longhand\.example>$/m);
  assert.match(raw, /^Subject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe\?=$/m);
  assert.match(raw, /^Content-Type: text\/plain; charset=utf-8$/m);
  assert.match(raw, /\r\n\r\nHello\r\n\.\r\nAnn\r\n$/);
});

test('an address is one address, whatever characters are in it', async () => {
  const strange = '"a,b@evil.example\r\nBcc: eve@evil.example"@longhand.example';
  await send(strange).catch(() => undefined);
  for (const { to, raw } of received) {
    assert.equal(to.length, 1);
    assert.doesNotMatch(raw, /^Bcc:/im);
  }
  await send('a,eve@longhand.example').catch(() => undefined);
  assert.ok(received.every(({ to }) => to.length === 1 && to[0] !== 'eve@longhand.example'));
});

test('the server’s last word about the recipient or the email is final', async () => {
  answers = { recipient: 550 };
  assert.equal(await send(), 'refused');
  answers = { email: 554 };
  assert.equal(await send(), 'refused');
  assert.deepEqual(received, []);
});

test('a server that asks to come again, that is not there or does not know us may take the email later', async () => {
  answers = { recipient: 450 };
  await assert.rejects(send());
  answers = { email: 451 };
  await assert.rejects(send());
  answers = {};
  await assert.rejects(send(email.to, 'smtp://127.0.0.1:1'));
  await assert.rejects(send(email.to, smtpUrl.replace('secret', 'wrong')));
  assert.deepEqual(received, []);
});
