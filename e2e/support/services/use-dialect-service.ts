import { startOpenAiServer } from '#e2e/support/openai-server';
import { startLonghand } from '#e2e/support/start-longhand';
import { shareService } from './share-service';

/** The email address of the account that pays for requests without a key. */
export const keylessEmail = 'bazarr@longhand.example';

/**
 * A service for clients of other services: PocketSphinx recognizes speech, and on request a server, which also
 * translates.
 */
export const useDialectService = shareService(async () => {
  const server = await startOpenAiServer({ translates: true });
  const longhand = await startLonghand({
    LONGHAND_ENGINE: 'pocketsphinx',
    LONGHAND_OPENAI_URLS: server.url,
    LONGHAND_OPENAI_IN_FLIGHT: '1',
    LONGHAND_OPENAI_MODEL: 'Systran/large-v3.5',
    LONGHAND_OPENAI_TRANSLATES: 'on',
    LONGHAND_ASR_KEYLESS: `${keylessEmail} 127.0.0.0/8 ::1/128`,
  });
  return { longhand, server, stopOthers: () => server.stop() };
});
