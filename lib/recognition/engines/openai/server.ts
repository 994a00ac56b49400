/** The answers that a server is asked for, best first; the first that it gives is the one it is asked for from then on. */
export const formats = ['words', 'segments', 'json', 'text'] as const;
export type Format = (typeof formats)[number];

/** One of the servers, and what is known of it now. */
export interface Server {
  /** Where pieces are sent. */
  readonly url: URL;
  /** Its address without secrets, for messages and the log. */
  readonly name: string;
  /** What it has accepted; undefined until it has answered, and again after it failed. */
  format: Format | undefined;
  /** Pieces in a row that it heard as `json` after an error of its own in a better format. */
  plainSuccesses: number;
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
    const url = new URL(base);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/audio/transcriptions`;
    return {
      url,
      name: url.origin + url.pathname,
      format: undefined,
      plainSuccesses: 0,
      inFlight: 0,
      failures: 0,
      era: 0,
      endRest: undefined,
      lastUsed: 0,
    };
  });
}
