import * as texts from '#messages/editor/find';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { revealPosition, type Band } from '#components/editor/document/scroll-into-view.ts';
import { getText, tagMark } from '#components/editor/document/to-document.ts';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import {
  offerUndo,
  type UndoOfferServices,
  type UndoOfferStore,
} from '#components/editor/announcements/undo-offer.ts';
import type { ActionResult } from '#components/ui/action-result.ts';
import { createStore, type ReadableStore } from '#components/ui/store.ts';
import { groupByMonologue, nextHit } from './hits';
import { hitPainter } from './paint-hits';
import { maxQueryLength, type Query } from './pattern';
import { replaceHits, type HitMonologue } from './replace-hits';
import { changeState, searchDocument, showHits, type FinderState, type FindSession } from './search-document';
import { createSearcher } from './search-in-worker';

/** Finds and replaces in one editor's document. */
export interface Finder extends ReadableStore<FinderState> {
  open(replacing: 'find' | 'replace'): void;
  /** Selects the current match, and closes. */
  close(): void;
  setQuery(part: Partial<Query>): void;
  setReplacement(text: string): void;
  go(step: 1 | -1): void;
  replaceOne(): void;
  replaceAll(): void;
  /** Follows changes of the document. Returns an unsubscribe function. */
  listen(): () => void;
}

/** Below the bar and above the player. */
const inSight: Band = { from: 0.2, until: 0.75, to: 0.4 };
/** The debounce delay, in milliseconds, before a changed text is searched again. */
const restMs = 150;
/** A longer selection is not used as the query. */
const maxSelectedLength = 200;

const closed: FinderState = {
  isOpen: false,
  isReplacing: false,
  query: { text: '', matchCase: false, wholeWord: false, isPattern: false },
  replacement: '',
  total: 0,
  current: -1,
  replaced: 0,
  error: undefined,
  isSearching: false,
  focusRequests: 0,
};

/** Creates the finder of an editor. */
export function createFinder({ editor, announce, undoOffer }: UndoOfferServices): Finder {
  const session: FindSession = {
    editor,
    announce,
    state: createStore(closed),
    searcher: createSearcher(),
    painter: hitPainter(editor),
    known: new WeakMap(),
    hits: [],
    nearest: 0,
    isStale: false,
    timer: undefined,
  };
  return {
    get: session.state.get,
    subscribe: session.state.subscribe,
    open: (what) => open(session, what),
    close: () => close(session),
    setQuery: (part) => setQuery(session, part),
    setReplacement: (replacement) => changeState(session, { replacement }),
    go: (step) => whenFresh(session, () => go(session, step)),
    replaceOne: () => whenFresh(session, () => replaceOne(session)),
    replaceAll: () => whenFresh(session, () => replaceAll(session, undoOffer)),
    listen: () => listen(session),
  };
}

function open(session: FindSession, what: 'find' | 'replace'): void {
  const { editor, state } = session;
  const { query, focusRequests, isOpen, isReplacing } = state.get();
  const selected = getSelectedText(editor.state);
  session.nearest = editor.state.selection.from;
  session.known = new WeakMap();
  changeState(session, {
    isOpen: true,
    isReplacing: what === 'replace' || (isOpen && isReplacing),
    focusRequests: focusRequests + 1,
    ...(selected !== undefined && { query: { ...query, text: selected, isPattern: false } }),
  });
  searchDocument(session, () => reveal(session));
}

/** The selected text, if it is within one monologue and short enough to search for. */
function getSelectedText({ selection }: EditorState): string | undefined {
  const { $from, $to } = selection;
  const text = $from.sameParent($to) ? getText($from.parent, $from.parentOffset, $to.parentOffset) : '';
  return text === '' || text.length > maxSelectedLength || text.includes(tagMark) ? undefined : text;
}

function close(session: FindSession): void {
  const { editor, searcher, timer } = session;
  const hit = getCurrent(session);
  clearTimeout(timer);
  searcher.end();
  session.known = new WeakMap();
  showHits(session, [], -1, { isOpen: false });
  if (hit !== undefined && hit.to <= editor.state.doc.content.size) {
    const { doc, tr } = editor.state;
    editor.view.dispatch(tr.setSelection(TextSelection.create(doc, hit.from, hit.to)).scrollIntoView());
  }
  editor.view.focus();
}

function setQuery(session: FindSession, part: Partial<Query>): void {
  const query = { ...session.state.get().query, ...part };
  session.known = new WeakMap();
  changeState(session, { query: { ...query, text: query.text.slice(0, maxQueryLength) } });
  searchDocument(session, () => {
    reveal(session);
    announceCount(session);
  });
}

function go(session: FindSession, step: 1 | -1): void {
  const { hits, state } = session;
  if (hits.length === 0) return announceCount(session);
  const next = nextHit(state.get().current, step, hits.length);
  session.nearest = hits[next]?.from ?? 0;
  showHits(session, hits, next);
  reveal(session);
  announceCount(session);
}

function replaceOne(session: FindSession): void {
  const hit = getCurrent(session);
  const { announce } = session;
  if (hit === undefined) return announceCount(session);
  // Continues after the replacement, even if it contains the query.
  session.nearest = hit.to;
  replace(session, [{ node: hit.node, matches: [hit.match] }]);
  searchDocument(session, () => {
    reveal(session);
    announce(texts.replacedOne({ left: session.hits.length }));
  });
}

function replaceAll(session: FindSession, undoOffer: UndoOfferStore): void {
  const { editor, announce, hits } = session;
  if (hits.length === 0) return announceCount(session);
  const count = hits.length;
  const text = texts.replacedAll({ count });
  const undo = async (): Promise<ActionResult<string>> => {
    editor.commands.undo();
    return { value: texts.replacementUndone() };
  };
  if (replace(session, groupByMonologue(hits))) offerUndo({ editor, announce, undoOffer }, { text, undo });
  else announce(text);
  searchDocument(session, () => {
    reveal(session);
    changeState(session, { replaced: count });
  });
}

/** Replaces matches in one undo step. Returns true if anything changed. */
function replace({ editor, state }: FindSession, chosen: readonly HitMonologue[]): boolean {
  const tr = replaceHits(editor.state, chosen, state.get().replacement);
  if (tr.docChanged) singleUndoStep(editor.view, tr);
  return tr.docChanged;
}

function listen(session: FindSession): () => void {
  const { editor, searcher, painter } = session;
  const follow = ({ transaction }: { transaction: Transaction }): void => {
    if (transaction.docChanged && session.state.get().isOpen) searchLater(session, transaction);
  };
  editor.on('transaction', follow);
  const endPainting = painter.listen();
  return () => {
    clearTimeout(session.timer);
    searcher.end();
    endPainting();
    editor.off('transaction', follow);
  };
}

function searchLater(session: FindSession, { mapping }: Transaction): void {
  session.nearest = mapping.map(session.nearest, 1);
  session.isStale = true;
  clearTimeout(session.timer);
  session.timer = setTimeout(() => searchDocument(session, () => {}), restMs);
}

/** Runs `work` at once, or after a changed text has been searched again. */
function whenFresh(session: FindSession, work: () => void): void {
  if (session.isStale) searchDocument(session, work);
  else work();
}

const getCurrent = ({ hits, state }: FindSession) => hits[state.get().current];

function reveal(session: FindSession): void {
  const hit = getCurrent(session);
  if (hit !== undefined) revealPosition(session.editor.view, hit.from, inSight);
}

function announceCount({ state, announce }: FindSession): void {
  const { total, current, error } = state.get();
  announce(error ?? texts.position({ current: current + 1, total }));
}
