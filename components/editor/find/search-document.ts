import * as texts from '#messages/editor/find';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { getText } from '#components/editor/document/to-document.ts';
import type { Store } from '#components/ui/store.ts';
import { collectHits, firstHitFrom, type Hit } from './hits';
import type { HitPainter } from './paint-hits';
import { compile, type Query } from './pattern';
import type { Searcher } from './search-in-worker';
import { searchText, type Match } from './search-text';

/** The state that the find bar shows. */
export interface FinderState {
  isOpen: boolean;
  isReplacing: boolean;
  query: Query;
  replacement: string;
  /** The number of matches, and the index of the current one; -1 without any. */
  total: number;
  current: number;
  /** The number of matches just replaced by "Replace all"; 0 once the text is searched again. */
  replaced: number;
  error: string | undefined;
  isSearching: boolean;
  /** Increments each time the field should take the focus. */
  focusRequests: number;
}

/** The state of one editor's finder. */
export interface FindSession {
  editor: Editor;
  announce: (text: string) => void;
  state: Store<FinderState>;
  searcher: Searcher;
  painter: HitPainter;
  /** The matches of the current query in each monologue searched so far. */
  known: WeakMap<Node, readonly Match[]>;
  hits: readonly Hit[];
  /** The position from which the current hit is searched. */
  nearest: number;
  /** True if the text changed since the last search; `timer` searches it again. */
  isStale: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Updates the state that the find bar shows. */
export function changeState({ state }: FindSession, part: Partial<FinderState>): void {
  state.set({ ...state.get(), ...part });
}

/** Shows hits in the bar and in the text. One of them is the current one. */
export function showHits(
  session: FindSession,
  hits: readonly Hit[],
  current: number,
  part: Partial<FinderState> = {},
): void {
  session.hits = hits;
  changeState(session, { ...part, total: hits.length, current, replaced: 0, isSearching: false });
  session.painter.paint(hits, current);
}

/** Searches the monologues without known matches, shows the hits, then calls `then`, unless there was an error. */
export function searchDocument(session: FindSession, then: () => void): void {
  clearTimeout(session.timer);
  session.isStale = false;
  const { editor, known, state } = session;
  const { query } = state.get();
  const compiled = compile(query);
  if (compiled === undefined) return showError(session, undefined);
  if ('error' in compiled) return showError(session, texts.invalidPattern({ reason: compiled.error }));
  const { expression } = compiled;
  const unknown = editor.state.doc.children.filter((node) => !known.has(node));
  if (query.isPattern) return void searchPattern(session, unknown, expression, then);
  for (const node of unknown) known.set(node, searchText(getText(node), expression, query));
  showKnown(session);
  then();
}

/** An expression may be slow, so a worker searches for it. */
async function searchPattern(
  session: FindSession,
  nodes: readonly Node[],
  { source, flags }: RegExp,
  then: () => void,
): Promise<void> {
  const { known, searcher, state, announce } = session;
  const { wholeWord } = state.get().query;
  changeState(session, { isSearching: true, error: undefined });
  const found = await searcher.search({
    source,
    flags,
    wholeWord,
    texts: nodes.map((node) => getText(node)),
  });
  if (known !== session.known) return;
  if (found === undefined) {
    showError(session, texts.tooSlow());
    announce(texts.tooSlow());
    return;
  }
  for (const [i, node] of nodes.entries()) known.set(node, found[i] ?? []);
  showKnown(session);
  then();
}

function showKnown(session: FindSession): void {
  const hits = collectHits(session.editor.state.doc, session.known);
  showHits(session, hits, firstHitFrom(hits, session.nearest), { error: undefined });
}

function showError(session: FindSession, error: string | undefined): void {
  showHits(session, [], -1, { error });
}
