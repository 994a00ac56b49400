import type { ResponseFormat } from '#lib/api/openai/contract';

/** The options of a request, without its file. */
export interface RequestOptions {
  /** True to write the transcript in English, whatever language is spoken. */
  translate: boolean;
  /** The model's name; empty for the default. */
  model: string;
  /** The language that is spoken as BCP 47 tag; undefined for one that is found out. */
  language: string | undefined;
  /** Languages of which one is spoken, as BCP 47 tags. */
  languages: readonly string[];
  prompt: string;
  keywords: readonly string[];
  format: ResponseFormat;
  /** Which times an answer in `verbose_json` has. */
  times: { words: boolean; segments: boolean };
  logprobs: boolean;
  stream: boolean;
}
