import { searchText, type Match } from './search-text';

/** A search in a worker, so that a runaway expression can be terminated. */
export interface SearchTask {
  number: number;
  source: string;
  flags: string;
  wholeWord: boolean;
  texts: readonly string[];
}

/** The matches of each text. The first message is `ready`, sent once the worker has loaded. */
export interface SearchAnswer {
  number: number;
  matches: Match[][];
}

self.addEventListener('message', ({ data }: MessageEvent<SearchTask>) => {
  const { number, source, flags, wholeWord, texts } = data;
  const expression = new RegExp(source, flags);
  const matches = texts.map((text) => searchText(text, expression, { wholeWord, isPattern: true }));
  const answer: SearchAnswer = { number, matches };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  self.postMessage(answer);
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
self.postMessage('ready');
