/** The response formats to request, best first. The first that a server returns is used from then on. */
export const formats = ['words', 'segments', 'json', 'text'] as const;
export type Format = (typeof formats)[number];

/** One of a server's URLs, and its state. */
export interface Endpoint {
  readonly url: URL;
  /** The URL without secrets, for messages and the log. */
  readonly name: string;
  /** The names of the settings that enable it, for messages. */
  readonly settings: string;
  /** The accepted format; undefined before the first response, and again after a failure. */
  format: Format | undefined;
  /** Consecutive pieces that succeeded as `json` after an error in a better format. */
  plainSuccesses: number;
  /** True if it accepts a language, for which OpenAI's API has no field in translations. */
  takesLanguage: boolean;
}

/** A server and its state. */
export interface Server {
  /** Its URL without secrets, for the log. */
  readonly name: string;
  readonly transcriptions: Endpoint;
  /** Used only if the settings say that the servers translate. */
  readonly translations: Endpoint;
  inFlight: number;
  /** Consecutive failures. While there are any, it gets one piece at a time. */
  failures: number;
  /** Incremented on each failure, so that requests that began before don't count as further failures. */
  era: number;
  /** Cancels the timer that ends its pause; undefined if not paused. */
  endRest: (() => void) | undefined;
  /** The sequence number of its last request, among those to all servers. */
  lastUsed: number;
}

/** Creates servers for base URLs such as `http://gpu-1:8000/v1`, keeping a query. */
export function listServers(urls: readonly string[]): Server[] {
  return urls.map((base) => {
    const transcriptions = makeEndpoint(base, 'transcriptions', '');
    return {
      name: transcriptions.name,
      transcriptions,
      translations: makeEndpoint(base, 'translations', ', LONGHAND_OPENAI_TRANSLATES'),
      inFlight: 0,
      failures: 0,
      era: 0,
      endRest: undefined,
      lastUsed: 0,
    };
  });
}

export function forgetAccepted(endpoint: Endpoint): void {
  endpoint.format = undefined;
  endpoint.plainSuccesses = 0;
  endpoint.takesLanguage = true;
}

function makeEndpoint(base: string, last: 'transcriptions' | 'translations', settings: string): Endpoint {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/audio/${last}`;
  return {
    url,
    name: url.origin + url.pathname,
    settings: `LONGHAND_OPENAI_URLS, LONGHAND_OPENAI_MODEL${settings}`,
    format: undefined,
    plainSuccesses: 0,
    takesLanguage: true,
  };
}
