import http from 'node:http';
import next from 'next';
import { secureAnswer, secureContent } from '#app/http/content-security';
import { answerInOrder } from '#app/http/answer-in-order';
import { limitClient } from '#app/http/limits/limit-client';
import { noteClientAddress } from '#app/http/client-address';
import { isForMedia, serveMedia } from '#app/media/serve-media';
import { readLocale } from '#app/locale/request-locale';
import { isOurError, withErrorStatus } from '#app/http/error-status';
import { observeRequest, type Exchange } from '#app/http/observe-request';
import { refuseUnparsable, refuseUnreadable, toOriginForm } from '#app/http/refuse-unreadable';
import { findRoute, type FoundRoute } from '#app/http/routes/find-route';
import { readSiteRoutes } from '#app/http/routes/match-site-route';
import { serveRoute } from '#app/http/routes/serve-route';
import { isForHealth, serveHealth } from '#app/http/serve-health';
import { settleBody } from '#app/http/settle-body';
import { serveScript } from '#app/http/serve-script';
import { closeSilentConnections } from '#app/http/close-silent-connections';
import { trackUnusedConnections } from '#app/http/track-unused-connections';
import { mergeSlashes } from '#lib/api/dialects/paths';
import { flushRequests } from '#lib/api/request-log/record-request';
import { createDiskGauge } from '#lib/health/disk-gauge';
import { openServiceGauges } from '#lib/health/service-gauges';
import { metrics } from '#lib/metrics/metrics';
import { serveMetrics } from '#lib/metrics/serve-metrics';
import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';
import { logConsole } from '#lib/settings/log-console';
import { startTracing } from '#lib/tracing/tracing';
import { withLocale } from '#lib/messages/with-locale';

/* A custom server around Next.js, without an upload timeout: `next start` ends uploads after 300 s. */

const silentConnectionMs = 120_000;
const limits = {
  requestTimeout: 0,
  // Cuts off a client that hasn't sent all headers within a minute, instead of up to half a minute later.
  headersTimeout: 60_000,
  connectionsCheckingInterval: 1000,
  // Proxies keep connections for a minute. A request on a connection that is just being closed would be lost.
  keepAliveTimeout: 75_000,
};

/** The time for current requests, such as uploads, to finish on a stop. The supervisor waits a little longer. */
const drainMs = 30_000;
/** Enough to read a request that was just sent. */
const unusedMs = 1000;
/** A paused player leaves its response half read indefinitely. It requests the rest again from another process. */
const playingMs = 5000;

logConsole({ isOurs: isOurError });
const stopTracing = await startTracing('web');
const { host, port } = env();
const app = next({
  dev: false,
  hostname: host,
  port,
  // Next.js gets an unused server for its upgrade listener, which closes unknown upgrades. Without it, a client that
  // offers one (Java does, h2c in its first request) is answered in HTTP/1.1, as RFC 9110 7.8 allows.
  httpServer: http.createServer(),
});
await app.prepare();
const handle = app.getRequestHandler();
const matchSiteRoute = readSiteRoutes();

const server = http.createServer(limits, (request, response) => {
  answerInOrder(request, response, () => {
    request.url = mergeSlashes(toOriginForm(request.url ?? '/'));
    const route = findRoute(request);
    const pattern = route?.route ?? matchSiteRoute(request.url);
    observeRequest({ request, response }, pattern, () =>
      answerRequest(route, pattern, { request, response }),
    );
  });
});
closeSilentConnections(server, silentConnectionMs);
server.on('clientError', refuseUnparsable);
const closeUnusedConnections = trackUnusedConnections(server);
const playing = new Set<http.ServerResponse>();

function answerRequest(
  route: FoundRoute | undefined,
  pattern: string | undefined,
  { request, response }: Exchange,
): void {
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'same-origin');
  response.setHeader('x-frame-options', 'DENY');
  noteClientAddress(request);
  settleBody(request, response);
  const answer = (serve: (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>) =>
    void serve(request, response).catch((error: unknown) => {
      log().error({ err: error }, 'unhandled error outside a handler');
      response.destroy();
    });
  if (route !== undefined) {
    secureAnswer(response);
    return answer(() => serveApi(route, request, response));
  }
  secureContent(request, response);
  // Route paths are always valid.
  if (refuseUnreadable(request, response)) return;
  if (isForHealth(request)) return answer(serveHealth);
  limitClient({ request, response }, pattern, () => answer(serveSite));
}

function serveApi(
  route: FoundRoute,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const answer = () => serveRoute(route, { request, response });
  const locale = readLocale(request);
  // English is the default, and an AsyncLocalStorage costs time (Node 20).
  return locale === 'en' ? answer() : withLocale(locale, answer);
}

function serveSite(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  return withLocale(readLocale(request), () =>
    withErrorStatus(response, () =>
      isForMedia(request) ? play(request, response) : servePage(request, response),
    ),
  );
}

function play(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  playing.add(response);
  response.once('close', () => playing.delete(response));
  return serveMedia(request, response);
}

async function servePage(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  if (!(await serveScript(request, response))) await handle(request, response);
}

/** Finishes current requests, for at most half a minute, then exits. */
function leave(): void {
  const end = () =>
    void flushRequests()
      .then(stopTracing)
      .finally(() => process.exit(0));
  server.close(end);
  // An answered connection would be kept open for the next request.
  setInterval(() => server.closeIdleConnections(), 50);
  setTimeout(() => closeUnusedConnections(), unusedMs);
  setTimeout(() => playing.forEach((response) => response.destroy()), playingMs);
  setTimeout(end, drainMs).unref();
}

process.once('SIGTERM', leave);
process.once('SIGINT', leave);
// The supervisor died without stopping this process.
process.once('disconnect', leave);

server.once('error', (error) => {
  log().fatal({ err: error }, 'web server failed to listen');
  process.exit(1);
});
serveMetrics({ refresh: [openServiceGauges(), createDiskGauge(metrics().registry)] });
server.listen(port, host, () => process.send?.({ kind: 'ready' }));
