import type { Node } from '@tiptap/pm/model';
import type { MachineWord } from '#lib/transcript/model';
import { assignRanges } from '#lib/transcript/align/assign-ranges';
import { toTokens } from '#lib/transcript/align/tokens';
import { areJoinable, type WordRange } from '#lib/transcript/align/word-range';
import { getTiming } from '#components/editor/document/timing.ts';
import { getAttributes, toPieces } from '#components/editor/document/to-document.ts';

/** The children of a document between those that a transaction left unchanged at its start and end. */
export interface Middle {
  old: readonly Node[];
  now: readonly Node[];
  /** The other monologues of the new document. */
  outside: readonly Node[];
  /** The machine word at which the middle begins, unless its own monologues determine that. */
  begin: number;
}

/** A monologue's role after a change: unchanged, changed, new (as by a split), or pasted with its machine words. */
export type Role = 'left' | 'changed' | 'new' | 'brought';

/** The role of each middle monologue. */
export function getRoles({ old, now, outside }: Middle): Role[] {
  const before = new Map(old.map((node) => [getAttributes(node).id, node]));
  const owners = findOwners(now, before);
  let elsewhere: Set<string> | undefined;
  return now.map((node, i) => {
    const { id, from, to } = getAttributes(node);
    if (id !== '' && owners.get(id) !== i) return 'new';
    const was = id === '' ? undefined : before.get(id);
    if (was !== undefined) return was.eq(node) ? 'left' : 'changed';
    elsewhere ??= new Set(outside.map((other) => getAttributes(other).id));
    return from < to && !elsewhere.has(id) ? 'brought' : 'new';
  });
}

/** The middle's ranges after monologues were added or removed, else undefined. Pasted monologues keep theirs. */
export function repairRanges(middle: Middle, words: readonly MachineWord[]): WordRange[] | undefined {
  const { old, now } = middle;
  const roles = getRoles(middle);
  const isUnbroken = roles.filter((role) => role === 'left' || role === 'changed').length === old.length;
  if (isUnbroken && now.length === old.length) return undefined;
  const ranges = now.map((node, i) => (roles[i] === 'new' ? undefined : getRange(node)));
  for (const run of findRuns(middle, roles)) {
    const range = joinRanges(run.old, words);
    if (range === undefined) continue;
    const parts = run.now.map((i) => toTokens(toPieces(at(now, i))));
    const repaired = parts.length === 1 ? [range] : assignRanges(parts, words, range);
    for (const [k, i] of run.now.entries()) ranges[i] = repaired[k];
  }
  let reached = middle.begin;
  return ranges.map((range, i) => {
    const brought = roles[i] === 'brought';
    const isFree = range !== undefined && (!brought || !isHeardElsewhere(middle, at(now, i), words));
    const settled = isFree ? range : { from: reached, to: reached };
    if (!brought) reached = settled.to;
    return settled;
  });
}

function getRange(node: Node): WordRange {
  const { from, to } = getAttributes(node);
  return { from, to };
}

/** True if other monologues cover most of the machine words in this one's range. */
function isHeardElsewhere({ now, outside }: Middle, node: Node, words: readonly MachineWord[]): boolean {
  const { from, to } = getRange(node);
  let heard = 0;
  for (const other of [...outside, ...now]) {
    const range = getRange(other);
    if (other === node || Math.max(range.from, from) >= Math.min(range.to, to)) continue;
    for (const { machine } of getTiming(other, words)) {
      if (machine !== undefined && machine >= from && machine < to) heard++;
    }
  }
  return heard > (to - from) / 2;
}

/** Neighbors whose machine words are reassigned: indexes of the new monologues, and the old ones they came from. */
interface Run {
  now: number[];
  old: Set<Node>;
}

/** The runs of changed and new monologues between unchanged ones. */
function findRuns({ old, now }: Middle, roles: readonly Role[]): Run[] {
  const runs = new Map<string, Run>();
  const runsById = new Map<string, Run>();
  let behind = '';
  for (const [i, node] of now.entries()) {
    const { id } = getAttributes(node);
    if (roles[i] === 'left') behind = id;
    if (roles[i] !== 'changed' && roles[i] !== 'new') continue;
    const run = runs.get(behind) ?? { now: [], old: new Set() };
    runs.set(behind, run);
    run.now.push(i);
    if (roles[i] === 'changed') runsById.set(id, run);
  }
  behind = '';
  const left = new Set(now.flatMap((node, i) => (roles[i] === 'left' ? [getAttributes(node).id] : [])));
  for (const node of old) {
    const { id } = getAttributes(node);
    if (left.has(id)) behind = id;
    else (runsById.get(id) ?? runs.get(behind))?.old.add(node);
  }
  return [...runs.values()];
}

/** The longest range that consecutive old monologues cover in order within one recognition. Undefined without any. */
function joinRanges(old: ReadonlySet<Node>, words: readonly MachineWord[]): WordRange | undefined {
  let best: WordRange | undefined;
  let open: WordRange | undefined;
  for (const node of old) {
    const { from, to } = getAttributes(node);
    if (from === to && open !== undefined) continue;
    const isNext = open !== undefined && from >= open.to && areJoinable(words, open, { from, to });
    open = isNext && open !== undefined ? { from: open.from, to } : { from, to };
    if (best === undefined || open.to - open.from > best.to - best.from) best = open;
  }
  return best;
}

function at(nodes: readonly Node[], i: number): Node {
  const node = nodes[i];
  if (node === undefined) throw new Error('there is no such monologue');
  return node;
}

/** The index of the monologue that keeps each ID: if several have it, the unchanged one, else the first. */
function findOwners(now: readonly Node[], before: ReadonlyMap<string, Node>): Map<string, number> {
  const owners = new Map<string, number>();
  for (const [i, node] of now.entries()) {
    const { id } = getAttributes(node);
    const [owner, was] = [owners.get(id), before.get(id)];
    if (owner === undefined || (node === was && now[owner] !== was)) owners.set(id, i);
  }
  return owners;
}
