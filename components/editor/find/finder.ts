import * as texts from '#messages/editor/find';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { revealPosition, type Band } from '#components/editor/document/scroll-into-view.ts';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { createStore, type Store } from '#components/ui/store.ts';
import { compile, maxQueryLength, type Query } from './pattern';
import { hitPainter } from './paint-hits';
import { replaceHits, type HitMonologue } from './replace-hits';
import { createSearcher } from './search-in-worker';
import { searchText, tagMark, type Match } from './search-text';

/** Neither below the bar nor above the player. */
const inSight: Band = { from: 0.2, until: 0.75, to: 0.4 };

/** What the bar shows. */
export interface FinderState {
  isOpen: boolean;
  isReplacing: boolean;
  query: Query;
  replacement: string;
  /** How many places were found, and the number of the current one, from 0; -1 without any. */
  total: number;
  current: number;
  error: string | undefined;
  isSearching: boolean;
  /** Grows each time that the field is to have the focus. */
  focusRequests: number;
}

/** Finds and replaces in one editor's document. */
export interface Finder extends Pick<Store<FinderState>, 'get' | 'subscribe'> {
  open(replacing: 'find' | 'replace'): void;
  /** Puts the caret on the current place, and closes. */
  close(): void;
  setQuery(part: Partial<Query>): void;
  setReplacement(text: string): void;
  go(step: 1 | -1): void;
  replaceOne(): void;
  replaceAll(): void;
  /** Follows the document from now on. Returns an unsubscribe function. */
  listen(): () => void;
}

interface Hit {
  node: Node;
  match: Match;
  from: number;
  to: number;
}

/** So many milliseconds after the text was changed it is searched again. */
const restMs = 150;

const closed: FinderState = {
  isOpen: false,
  isReplacing: false,
  query: { text: '', matchCase: false, wholeWord: false, isPattern: false },
  replacement: '',
  total: 0,
  current: -1,
  error: undefined,
  isSearching: false,
  focusRequests: 0,
};

/** Makes what finds and replaces in an editor. */
export function createFinder({
  editor,
  announce,
}: {
  editor: Editor;
  announce: (text: string) => void;
}): Finder {
  const store = createStore(closed);
  const searcher = createSearcher();
  const painter = hitPainter(editor);
  let known = new WeakMap<Node, readonly Match[]>();
  let hits: Hit[] = [];
  let nearest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStale = false;

  const change = (part: Partial<FinderState>): void => store.set({ ...store.get(), ...part });
  const show = (current: number): void => {
    change({ total: hits.length, current, isSearching: false });
    painter.paint(hits, current);
  };
  const showError = (error: string | undefined): void => {
    hits = [];
    change({ error });
    show(-1);
  };
  const publish = (): void => {
    hits = [];
    editor.state.doc.forEach((node, offset) => {
      for (const match of known.get(node) ?? []) {
        hits.push({ node, match, from: offset + 1 + match.from, to: offset + 1 + match.to });
      }
    });
    const found = hits.findIndex(({ from }) => from >= nearest);
    change({ error: undefined });
    show(found < 0 && hits.length > 0 ? 0 : found);
  };

  /** Searches what is not known yet, and then does what was waiting for that. */
  const search = (then: () => void): void => {
    clearTimeout(timer);
    isStale = false;
    const { query } = store.get();
    const compiled = compile(query);
    if (compiled === undefined) return showError(undefined);
    if ('error' in compiled) return showError(texts.invalidPattern({ reason: compiled.error }));
    const { expression } = compiled;
    const unknown = editor.state.doc.children.filter((node) => !known.has(node));
    const finish = (): void => {
      publish();
      then();
    };
    if (!query.isPattern) {
      for (const node of unknown) known.set(node, searchText(getNodeText(node), expression, query));
      return finish();
    }
    change({ isSearching: true, error: undefined });
    void searchAside(unknown, expression, query.wholeWord, finish);
  };
  const searchAside = async (
    unknown: readonly Node[],
    { source, flags }: RegExp,
    wholeWord: boolean,
    finish: () => void,
  ): Promise<void> => {
    const mine = known;
    const found = await searcher.search({ source, flags, wholeWord, texts: unknown.map(getNodeText) });
    if (mine !== known) return;
    if (found === undefined) {
      showError(texts.tooSlow());
      announce(texts.tooSlow());
      return;
    }
    for (const [i, node] of unknown.entries()) known.set(node, found[i] ?? []);
    finish();
  };

  const reveal = (): void => {
    const hit = hits[store.get().current];
    if (hit !== undefined) revealPosition(editor.view, hit.from, inSight);
  };
  const announceCount = (): void => {
    const { total, current, error } = store.get();
    announce(error ?? texts.position({ current: current + 1, total }));
  };
  const whenFresh = (work: () => void): void => (isStale ? search(work) : work());
  const replace = (chosen: readonly HitMonologue[], getAnnouncement: (left: number) => string): void => {
    const tr = replaceHits(editor.state, chosen, store.get().replacement);
    if (tr.docChanged) singleUndoStep(editor.view, tr);
    search(() => {
      reveal();
      announce(getAnnouncement(hits.length));
    });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    open(what) {
      const { query, focusRequests } = store.get();
      const { doc, selection } = editor.state;
      const { $from, $to, from, to } = selection;
      const selected = $from.sameParent($to) ? doc.textBetween(from, to, undefined, tagMark) : '';
      const isWanted = selected !== '' && selected.length <= 200 && !selected.includes(tagMark);
      nearest = from;
      const isReplacing = what === 'replace' || (store.get().isOpen && store.get().isReplacing);
      change({ isOpen: true, isReplacing, focusRequests: focusRequests + 1 });
      if (isWanted) change({ query: { ...query, text: selected, isPattern: false } });
      known = new WeakMap();
      search(reveal);
    },
    close() {
      const hit = hits[store.get().current];
      clearTimeout(timer);
      searcher.end();
      hits = [];
      known = new WeakMap();
      change({ isOpen: false });
      show(-1);
      if (hit !== undefined && hit.to <= editor.state.doc.content.size) {
        const { doc, tr } = editor.state;
        editor.view.dispatch(tr.setSelection(TextSelection.create(doc, hit.from, hit.to)).scrollIntoView());
      }
      editor.view.focus();
    },
    setQuery(part) {
      const query = { ...store.get().query, ...part };
      change({ query: { ...query, text: query.text.slice(0, maxQueryLength) } });
      known = new WeakMap();
      search(() => {
        reveal();
        announceCount();
      });
    },
    setReplacement: (replacement) => change({ replacement }),
    go(step) {
      whenFresh(() => {
        const { current } = store.get();
        if (hits.length === 0) return announceCount();
        const next = (current + step + hits.length) % hits.length;
        nearest = hits[next]?.from ?? 0;
        show(next);
        reveal();
        announceCount();
      });
    },
    replaceOne() {
      whenFresh(() => {
        const hit = hits[store.get().current];
        if (hit === undefined) return announceCount();
        // What follows the new text is next, even where the new text holds what is sought.
        nearest = hit.to;
        replace([{ node: hit.node, matches: [hit.match] }], (left) => texts.replacedOne({ left }));
      });
    },
    replaceAll() {
      whenFresh(() => {
        const count = hits.length;
        if (count === 0) return announceCount();
        const chosen = new Map<Node, Match[]>();
        for (const { node, match } of hits) chosen.set(node, [...(chosen.get(node) ?? []), match]);
        const all = [...chosen].map(([node, matches]) => ({ node, matches }));
        replace(all, () => texts.replacedAll({ count }));
      });
    },
    listen() {
      const follow = ({ transaction }: { transaction: Transaction }): void => {
        if (!transaction.docChanged || !store.get().isOpen) return;
        nearest = transaction.mapping.map(nearest, 1);
        isStale = true;
        clearTimeout(timer);
        timer = setTimeout(() => search(() => {}), restMs);
      };
      editor.on('transaction', follow);
      const endPainting = painter.listen();
      return () => {
        clearTimeout(timer);
        searcher.end();
        endPainting();
        editor.off('transaction', follow);
      };
    },
  };
}

const getNodeText = (node: Node): string => node.textBetween(0, node.content.size, undefined, tagMark);
