/** Servers with `/v1/audio/transcriptions`: URLs, shared key and model, concurrent requests, and translations. */
export interface OpenAiSettings {
  urls: string[];
  key: string | undefined;
  model: string;
  inFlight: number;
  translates: boolean;
}

/** The variables of these servers, with defaults applied. */
interface OpenAiVariables {
  LONGHAND_OPENAI_URLS: string[];
  LONGHAND_OPENAI_KEY?: string | undefined;
  LONGHAND_OPENAI_MODEL: string;
  LONGHAND_OPENAI_IN_FLIGHT: number;
  LONGHAND_OPENAI_TRANSLATES: 'on' | 'off';
}

/** Reads the configured servers; undefined if there are none. */
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
