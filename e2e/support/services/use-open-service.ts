import { client, startProvider } from '#e2e/support/account/identity-provider';
import { startLonghand } from '#e2e/support/start-longhand';
import { shareService } from './share-service';

/**
 * A service on which anyone may sign up, also through an identity provider; reached over the network, and through a
 * proxy.
 */
export const useOpenService = shareService(async () => {
  const provider = await startProvider();
  const longhand = await startLonghand({
    // This makes its public address http://localhost.
    HOST: '0.0.0.0',
    // Tests that make many attempts use addresses of their own.
    LONGHAND_TRUSTED_PROXIES: '1',
    LONGHAND_SIGN_UP: 'open',
    LONGHAND_OIDC_ISSUER: provider.issuer,
    LONGHAND_OIDC_CLIENT_ID: client.id,
    LONGHAND_OIDC_CLIENT_SECRET: client.secret,
    LONGHAND_OIDC_NAME: 'Example Login',
  });
  return { longhand, provider, stopOthers: async () => provider.close() };
});
