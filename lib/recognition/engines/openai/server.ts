/** The answers that a server is asked for, best first; the first that it gives is the one it is asked for from then on. */
export const formats = ['words', 'segments', 'json', 'text'] as const;
export type Format = (typeof formats)[number];

/** One of the addresses that pieces are sent to, and its state. */
export interface Endpoint {
  readonly url: URL;
  /** The address without secrets, for messages and the log. */
  readonly name: string;
  /** The settings that say that it is there, for messages. */
  readonly settings: string;
  /** The format that it has accepted; undefined until it has answered, and again after the server failed. */
  format: Format | undefined;
  /** Pieces in a row that it heard as `json` after an error of its own in a better format. */
  plainSuccesses: number;
  /** True if it may be told the language, which OpenAI's API has no field for where it translates. */
  takesLanguage: boolean;
}

/** One of the servers, and its state. */
export interface Server {
  /** Its address without secrets, for the log. */
  readonly name: string;
  readonly transcriptions: Endpoint;
  /** Used only where the settings say that the servers translate. */
  readonly translations: Endpoint;
  inFlight: number;
  /** Failures in a row; while there are any, it gets one piece at a time. */
  failures: number;
  /** Counts its failures, so that requests which began before the last one don't count as another. */
  era: number;
  /** Cancels the timer that ends its rest; undefined while it does not rest. */
  endRest: (() => void) | undefined;
  /** The number of the last request to it, among those to all servers. */
  lastUsed: number;
}

/** The servers at these base addresses, such as `http://gpu-1:8000/v1`; a query is kept. */
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
