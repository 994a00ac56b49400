import { methods } from '#lib/api/asr/serve';
import { readReadiness } from '#lib/health/read-readiness';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: tellHealth });

/** A short `/readyz`. Clients of the Whisper ASR webservice check it without a key before sending anything. */
async function tellHealth(): Promise<Response> {
  const { status } = await readReadiness();
  const isReady = status === 'ok';
  return Response.json(
    { status: isReady ? 'healthy' : 'unhealthy' },
    { status: isReady ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}
