/* Types of npm's untyped libraries, as far as they are used here. */

declare module '@npmcli/config' {
  /** Reads npm's settings: files, environment and defaults (npm help config). */
  export default class Config {
    constructor(options: {
      npmPath: string;
      definitions: object;
      flatten: object;
      shorthands: object;
      argv: string[];
      warn: boolean;
    });
    load(): Promise<void>;
    /** In the format of npm's libraries. */
    readonly flat: Record<string, unknown>;
  }
}

declare module '@npmcli/config/lib/definitions/index.js' {
  const npmDefinitions: { definitions: object; flatten: object; shorthands: object };
  export default npmDefinitions;
}

declare module 'npm-registry-fetch' {
  import type { Readable } from 'node:stream';

  interface Fetch {
    /** Requests a path of `options.spec`'s registry, or a full URL, with its access token. Rejects error statuses. */
    (
      address: string,
      options: object,
    ): Promise<{
      body: Readable;
      headers: { get(name: string): string | null };
    }>;
    json(address: string, options: object): Promise<unknown>;
    /** Returns the URL of the registry that has this package. */
    pickRegistry(spec: string, options: object): string;
  }
  const fetch: Fetch;
  export default fetch;
}
