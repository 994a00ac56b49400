/* Types of npm's own libraries, which bring none, as far as they are used here. */

declare module '@npmcli/config' {
  /** Reads npm's settings: its files, the environment and defaults (npm help config). */
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
    /** As npm's libraries take them. */
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
    /** Asks the registry of `options.spec`, or the whole address, with its access token. Rejects unless the answer is a success. */
    (
      address: string,
      options: object,
    ): Promise<{
      body: Readable;
      headers: { get(name: string): string | null };
    }>;
    json(address: string, options: object): Promise<unknown>;
    /** The address of the registry that has this package. */
    pickRegistry(spec: string, options: object): string;
  }
  const fetch: Fetch;
  export default fetch;
}
