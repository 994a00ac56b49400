import { startLonghand } from '#e2e/support/start-longhand';
import { shareService } from './share-service';

/** What an operator's command beside the service has to know, too. */
export const settings = { LONGHAND_SIGN_UP: 'invite' };

/** A service that is free of charge, for whoever is invited. */
export const useFreeService = shareService(async () => ({
  longhand: await startLonghand({ ...settings, LONGHAND_PRICE_CENTS_PER_MINUTE: '0' }),
}));
