import { startMailbox } from '#e2e/support/account/mailbox';
import { startStripePeer } from '#e2e/support/account/stripe-server';
import { startOpenAiServer } from '#e2e/support/openai-server';
import { startLonghand } from '#e2e/support/start-longhand';
import { shareService } from './share-service';

/** The secret with which Stripe signs its events. */
export const webhookSecret = 'whsec_of_the_tests';

/** A service that sends email and takes payments through Stripe, with fakes of both on loopback. Anyone may sign up. */
export const useConnectedService = shareService(async () => {
  const [mailbox, stripe, speech] = await Promise.all([
    startMailbox(),
    startStripePeer(),
    startOpenAiServer(),
  ]);
  const longhand = await startLonghand({
    // This makes its public address http://localhost, at which passkeys work.
    HOST: '0.0.0.0',
    LONGHAND_SIGN_UP: 'open',
    LONGHAND_SMTP_URL: mailbox.smtpUrl,
    LONGHAND_MAIL_FROM: 'Longhand <longhand@longhand.example>',
    LONGHAND_STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    LONGHAND_STRIPE_WEBHOOK_SECRET: webhookSecret,
    LONGHAND_STRIPE_API_BASE: stripe.url,
    LONGHAND_OPENAI_URLS: speech.url,
    LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32',
    LONGHAND_ALLOW_PORTS: '1-65535',
  });
  const stopOthers = async () => {
    stripe.stop();
    await Promise.all([mailbox.close(), speech.stop()]);
  };
  const baseUrl = `http://localhost:${new URL(longhand.baseUrl).port}`;
  return { longhand: { ...longhand, baseUrl }, mailbox, stripe, stopOthers };
});
