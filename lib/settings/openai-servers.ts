/** Servers with `/v1/audio/transcriptions`: addresses, shared key and model, requests at once, and translations. */
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
