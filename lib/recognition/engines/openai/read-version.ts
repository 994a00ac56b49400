import { Agent } from 'undici';
import { z } from 'zod';
import type { Server } from '#lib/recognition/engines/openai/server';

const answer = z.object({ version: z.string().trim().min(1).max(100) });

/** Far more than a version needs. */
const limits = { bytes: 4096, milliseconds: 5000 };

/**
 * The version that a server tells at `/version` beside its `/v1`, as vLLM does; undefined where it tells none. The key is
 * not sent there. Never throws: no piece depends on it.
 */
export async function readVersion(
  { transcriptions: { url } }: Server,
  signal: AbortSignal,
): Promise<string | undefined> {
  const agent = new Agent({ connect: { timeout: limits.milliseconds }, maxResponseSize: limits.bytes });
  const path = url.pathname.replace(/(?:\/v1)?\/audio\/transcriptions$/, '/version');
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limits.milliseconds)]);
  try {
    const { statusCode, body } = await agent.request({
      origin: url.origin,
      path,
      method: 'GET',
      signal: stop,
    });
    const description: unknown = await body.json();
    return statusCode === 200 ? answer.safeParse(description).data?.version : undefined;
  } catch {
    return undefined;
  } finally {
    void agent.destroy();
  }
}
