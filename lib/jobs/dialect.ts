/** The dialect of another service's API in which a job was submitted, for what is told of it. Our own API has none. */
export interface JobDialect {
  name: 'revai';
  /** The submission's options by their names in the dialect, as its jobs show them. */
  shown: Readonly<Record<string, unknown>>;
}
