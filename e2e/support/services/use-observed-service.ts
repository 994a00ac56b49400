import { startOpenAiServer } from '#e2e/support/openai-server';
import { startLonghand } from '#e2e/support/start-longhand';
import { startCollector } from '#e2e/support/tracing/start-collector';
import { shareService } from './share-service';

/** Secrets that no log line and no span may contain. */
export const secrets = {
  mailPassword: 'mail-password-1',
  inferenceKey: 'inference-key-0123',
  collectorKey: 'collector-key-0123456789',
};

/** A service that has secrets, logs at every level, and exports its traces. */
export const useObservedService = shareService(async () => {
  const [collector, recognizer] = await Promise.all([startCollector(), startOpenAiServer()]);
  const longhand = await startLonghand({
    LONGHAND_SIGN_UP: 'open',
    LONGHAND_SMTP_URL: `smtp://mailer:${secrets.mailPassword}@127.0.0.1:1`,
    LONGHAND_MAIL_FROM: 'longhand@longhand.example',
    LONGHAND_OPENAI_URLS: recognizer.url,
    LONGHAND_OPENAI_KEY: secrets.inferenceKey,
    LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32',
    LONGHAND_ALLOW_PORTS: '1-65535',
    LONGHAND_LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${secrets.collectorKey}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  return { longhand, collector, stopOthers: () => Promise.all([collector.close(), recognizer.stop()]) };
});
