import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { sendMail } from '#lib/mail/send-mail';

/* Letters, handed to a mail server on loopback. */

const letter = { to: 'ann@longhand.example', subject: 'Grüße', text: 'Hello\n.\nAnn' };
const from = 'Longhand <longhand@longhand.example>';

let server: SMTPServer;
let smtpUrl: string;
let received: Array<{ to: string[]; raw: string }>;
/** What the server says to recipients, and to what it was given: a code of SMTP, or nothing against it. */
let says: { recipient?: number; letter?: number };

const verdict = (code: number | undefined) =>
  code === undefined ? null : Object.assign(new Error('no'), { responseCode: code });

before(async () => {
  server = new SMTPServer({
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'longhand' && password === 'secret'
        ? done(null, { user: username })
        : done(new Error('unknown')),
    onRcptTo: (_address, _session, done) => done(verdict(says.recipient)),
    onData: (stream, { envelope }, done) => {
      const take = async () => {
        const raw = await text(stream);
        const to = envelope.rcptTo.map(({ address }) => address);
        if (says.letter === undefined) received.push({ to, raw });
        done(verdict(says.letter));
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
  says = {};
});
after(() => {
  server?.close();
});

const send = (to = letter.to, url = smtpUrl) => sendMail({ smtpUrl: url, from }, { ...letter, to });

test('a letter arrives as it was written', async () => {
  assert.equal(await send(), 'sent');
  const [{ to, raw } = { to: [], raw: '' }, ...more] = received;
  assert.deepEqual([to, more], [[letter.to], []]);
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

test('the server’s last word about the recipient or the letter is the end of it', async () => {
  says = { recipient: 550 };
  assert.equal(await send(), 'refused');
  says = { letter: 554 };
  assert.equal(await send(), 'refused');
  assert.deepEqual(received, []);
});

test('a server that asks to come again, that is not there or does not know us may take the letter later', async () => {
  says = { recipient: 450 };
  await assert.rejects(send());
  says = { letter: 451 };
  await assert.rejects(send());
  says = {};
  await assert.rejects(send(letter.to, 'smtp://127.0.0.1:1'));
  await assert.rejects(send(letter.to, smtpUrl.replace('secret', 'wrong')));
  assert.deepEqual(received, []);
});
