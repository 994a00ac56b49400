import { Schema } from '@tiptap/pm/model';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { Edit, EditChange, EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { toDocument } from '#components/editor/document/to-document.ts';
import { advance, toBase, diffBases, baseToEdit, type Base } from '#components/editor/sync/state/base.ts';
import { createSyncSession, type SyncSession } from '#components/editor/sync/session.ts';
import { createSyncState } from '#components/editor/sync/state/sync-state.ts';
import type { PendingSave, SaveResult, EditorServer } from '#components/editor/api/editor-server.ts';

/* For tests: an in-memory server that keeps the real one's promises and can be cut off, and tabs without a page. */

const schema = new Schema({
  nodes: {
    doc: { content: 'monologue+', attrs: { speakers: { default: [] } } },
    monologue: {
      content: '(text|tag)*',
      attrs: {
        id: { default: '' },
        place: { default: '' },
        speaker: { default: 0 },
        from: { default: 0 },
        to: { default: 0 },
        startMs: { default: null },
      },
    },
    text: { group: 'inline' },
    tag: { inline: true, attrs: { tag: {}, note: { default: null } } },
  },
});

/** Returns a monologue with this text. */
export const monologue = (id: string, place: string, text: string): EditedMonologue => ({
  id,
  place,
  speaker: 0,
  from: 0,
  to: 0,
  content: text === '' ? [] : [{ text }],
});

/** Returns the editor state of an edit, for tests that need no page. */
export const createState = (edit: Omit<Edit, 'revision'>): EditorState =>
  EditorState.create({ doc: schema.nodeFromJSON(toDocument(edit)) });

/** A server whose connection a test can cut before a request arrives, or before its answer returns. */
export interface ScriptedServer extends EditorServer {
  wire: 'good' | 'cut' | 'answers-lost' | 'signed-out' | 'closed' | 'refusing';
  /** The machine words; more can be added. */
  readonly machine: MachineWord[];
  latest(): Edit;
  /** Saves that clients have sent, in order. */
  readonly saves: PendingSave[];
}

/** Returns a server that has these monologues as revision 0. */
export function scriptedServer(monologues: EditedMonologue[]): ScriptedServer {
  const revisions: Base[] = [toBase({ revision: 0, speakers: [{ id: 0, name: 'Anna' }], monologues })];
  const made = new Map<string, number>();
  const last = (): Base => revisions.at(-1) as Base;
  const since = (revision: number): EditChange => diffBases(revisions[revision] as Base, last());
  const answer = ({ key, revision, change }: PendingSave): SaveResult => {
    const known = made.get(key);
    if (known !== undefined) return { kind: 'saved', revision: known };
    if (revision > last().revision) return { kind: 'refused', reason: 'There is no such version.' };
    if (revision !== last().revision) {
      return { kind: 'behind', revision: last().revision, change: since(revision) };
    }
    const next = revision + 1;
    revisions.push(advance(last(), JSON.parse(JSON.stringify(change)) as EditChange, next));
    made.set(key, next);
    return { kind: 'saved', revision: next };
  };
  const server: ScriptedServer = {
    wire: 'good',
    saves: [],
    machine: [],
    latest: () => baseToEdit(last()),
    async save(pendingSave) {
      server.saves.push(pendingSave);
      await Promise.resolve();
      if (server.wire === 'cut') return { kind: 'unreachable' };
      if (server.wire === 'signed-out') return { kind: 'signed-out' };
      if (server.wire === 'closed') return { kind: 'closed', reason: 'Withdrawn.' };
      if (server.wire === 'refusing') return { kind: 'refused', reason: 'Too long.' };
      const answered = answer(pendingSave);
      return server.wire === 'answers-lost' ? { kind: 'unreachable' } : answered;
    },
    changesSince: async (revision) =>
      server.wire === 'good'
        ? { value: { revision: last().revision, change: since(revision) } }
        : { error: { kind: 'unreachable' } },
    async read(revision) {
      if (server.wire !== 'good') return { error: { kind: 'unreachable' } };
      const found = revisions[revision];
      return { value: found && baseToEdit(found) };
    },
    words: async (from) =>
      server.wire === 'good' ? { value: server.machine.slice(from) } : { error: { kind: 'unreachable' } },
  };
  return server;
}

/** A tab that opens the transcript's latest revision. */
export interface TestTab {
  session: SyncSession;
  text(): string;
  caret(): number;
  /** Types after the first occurrence of `before`, as a person would. */
  type(before: string, typed: string): void;
  /** Applies a transaction made by hand to the document. */
  change(make: (state: EditorState) => Transaction): void;
}

let tabs = 0;

/** Opens a tab. */
export function openTab(server: ScriptedServer, client = `tab${++tabs}`): TestTab {
  const edit = server.latest();
  let state = createState(edit);
  let ids = 0;
  const session = createSyncSession(
    {
      jobId: 'job',
      client,
      words: [...server.machine],
      server,
      newId: () => `${client}-${++ids}`,
      port: {
        state: () => state,
        isDestroyed: () => false,
        dispatch: (tr) => void (state = state.apply(tr)),
        settled: () => Promise.resolve(),
      },
    },
    createSyncState(toBase(edit)),
  );
  session.dispatch({ type: 'lock-acquired', canKeep: true, drafts: [], conflicts: [] });
  const change = (make: (from: EditorState) => Transaction): void => {
    state = state.apply(make(state));
    session.dispatch({ type: 'edited', at: 0 });
  };
  return {
    session,
    text: () => state.doc.children.map((node) => node.textContent).join('|'),
    caret: () => state.selection.head,
    change,
    type(before, typed) {
      let at = -1;
      state.doc.descendants((node, position) => {
        const found = node.isText ? (node.text ?? '').indexOf(before) : -1;
        if (at < 0 && found >= 0) at = position + found + before.length;
      });
      if (at < 0) throw new Error(`there is no ${before}`);
      change(({ tr }) =>
        tr.insertText(typed, at).setSelection(TextSelection.create(tr.doc, at + typed.length)),
      );
    },
  };
}
