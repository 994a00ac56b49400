/** The dialect of another service's API in which a job was submitted, for what is told of it. Our own API has none. */
export interface JobDialect {
  name: 'revai';
  /** What the submission asked for, by the names of the dialect, as its jobs show it. */
  shown: Readonly<Record<string, unknown>>;
}
