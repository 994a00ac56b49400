import type { CDPSession, Page } from 'playwright';

/** Chromium's virtual authenticator, as the DevTools protocol identifies it. */
export interface Authenticator {
  cdp: CDPSession;
  authenticatorId: string;
}

/** Adds a virtual authenticator to the page's browser, with its user already verified. */
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
