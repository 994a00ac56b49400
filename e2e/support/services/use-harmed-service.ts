import { startRecognizer } from '#e2e/support/faults/start-recognizer';
import { startDatabaseGate } from '#e2e/support/start-database-gate';
import { freePort, startLonghand } from '#e2e/support/start-longhand';
import { shareService } from './share-service';

/**
 * A service whose processes may be killed and whose database may be cut off. Each file leaves it as it was: running,
 * with its database, and idle.
 */
export const useHarmedService = shareService(async () => {
  const [gate, recognizer, metricsPort] = await Promise.all([
    startDatabaseGate(process.env['TEST_DATABASE_URL'] ?? ''),
    startRecognizer({ short: true }),
    freePort(2),
  ]);
  const longhand = await startLonghand(
    {
      ...recognizer.settings,
      LONGHAND_OPENAI_IN_FLIGHT: '1',
      LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
      LONGHAND_ALLOW_PORTS: '1-65535',
      LONGHAND_METRICS_PORT: String(metricsPort),
      LONGHAND_SMTP_URL: 'smtp://mailer:mail-secret@127.0.0.1:1',
      LONGHAND_MAIL_FROM: 'longhand@longhand.example',
    },
    { server: gate.url },
  );
  return {
    ...{ longhand, gate, recognizer, metricsPort },
    stopOthers: () => Promise.all([gate.stop(), recognizer.stop()]),
  };
});
