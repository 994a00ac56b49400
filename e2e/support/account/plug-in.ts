import type { CDPSession, Page } from 'playwright';

/** Chromium's virtual authenticator, as its developer tools name it. */
export interface Authenticator {
  cdp: CDPSession;
  authenticatorId: string;
}

/** Gives the page's browser an authenticator that knows its person. */
export async function plugIn(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}
