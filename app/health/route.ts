import { methods } from '#lib/api/asr/serve';
import { readReadiness } from '#lib/health/read-readiness';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: tellHealth });

/** What programs of the Whisper ASR webservice ask before they send anything, without a key: `/readyz` in short. */
async function tellHealth(): Promise<Response> {
  const { status } = await readReadiness();
  const isReady = status === 'ok';
  return Response.json(
    { status: isReady ? 'healthy' : 'unhealthy' },
    { status: isReady ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}
