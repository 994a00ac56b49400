/**
 * Servers with OpenAI's `/v1/audio/transcriptions`: their base addresses without a trailing slash (`http://gpu-1:8000/v1`), the
 * key and model that they all share, how many requests one server is given at a time, and whether they have
 * `/v1/audio/translations`, too.
 */
export interface OpenAiSettings {
  urls: string[];
  key: string | undefined;
  model: string;
  inFlight: number;
  translates: boolean;
}

/** The variables of these servers, each with its default. */
interface OpenAiVariables {
  LONGHAND_OPENAI_URLS: string[];
  LONGHAND_OPENAI_KEY?: string | undefined;
  LONGHAND_OPENAI_MODEL: string;
  LONGHAND_OPENAI_IN_FLIGHT: number;
  LONGHAND_OPENAI_TRANSLATES: 'on' | 'off';
}

/** The servers that are set up; undefined for none. */
export function readOpenAi(v: OpenAiVariables): OpenAiSettings | undefined {
  const urls = v.LONGHAND_OPENAI_URLS.map((url) => url.replace(/\/+$/, ''));
  if (urls.length === 0) return undefined;
  return {
    urls,
    key: v.LONGHAND_OPENAI_KEY,
    model: v.LONGHAND_OPENAI_MODEL,
    inFlight: v.LONGHAND_OPENAI_IN_FLIGHT,
    translates: v.LONGHAND_OPENAI_TRANSLATES === 'on',
  };
}
