import { startLonghand } from '#e2e/support/start-longhand';
import { shareService } from './share-service';

/** Settings that an operator's command beside the service needs, too. */
export const settings = { LONGHAND_SIGN_UP: 'invite' };

/** A free service for invited people. */
export const useFreeService = shareService(async () => ({
  longhand: await startLonghand({ ...settings, LONGHAND_PRICE_CENTS_PER_MINUTE: '0' }),
}));
