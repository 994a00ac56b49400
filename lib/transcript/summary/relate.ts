import { countBelow } from '#lib/transcript/count-while';
import { sortMonologues, toText, type EditedMonologue } from '#lib/transcript/edit';

/** Monologues of two revisions that have the same text, before and after. */
export interface Relation {
  was: EditedMonologue[];
  is: EditedMonologue[];
}

interface Member {
  side: keyof Relation;
  monologue: EditedMonologue;
  /** The parent in the union-find forest; undefined for a root. */
  parent: Member | undefined;
}

/** The total number of candidates checked for new monologues without original words. Further ones count as new. */
const maxLooks = 2_000_000;
/** The same limit in letters. */
const maxLetters = 20_000_000;

/**
 * Relates the monologues of one revision to those of another: by the same ID, by shared original words, or, without
 * such words, by text next to each other. Each monologue is in one relation. O(n log n), plus a fixed number of checks
 * for monologues without original words. Further ones are in no relation.
 */
export function relate(was: readonly EditedMonologue[], is: readonly EditedMonologue[]): Relation[] {
  const members = [...toMembers('was', was), ...toMembers('is', is)];
  linkById(members);
  linkByWords(members);
  linkWordless(members);
  const relations = new Map<Member, Relation>();
  for (const member of members) {
    const root = findRoot(member);
    let relation = relations.get(root);
    if (relation === undefined) relations.set(root, (relation = { was: [], is: [] }));
    relation[member.side].push(member.monologue);
  }
  return [...relations.values()].map(({ was, is }) => ({ was: sortMonologues(was), is: sortMonologues(is) }));
}

const toMembers = (side: keyof Relation, monologues: readonly EditedMonologue[]): Member[] =>
  monologues.map((monologue) => ({ side, monologue, parent: undefined }));

function findRoot(member: Member): Member {
  let root = member;
  while (root.parent !== undefined) {
    // Path halving for later calls.
    if (root.parent.parent !== undefined) root.parent = root.parent.parent;
    root = root.parent;
  }
  return root;
}

function link(one: Member, other: Member): void {
  const [root, otherRoot] = [findRoot(one), findRoot(other)];
  if (root !== otherRoot) otherRoot.parent = root;
}

function linkById(members: readonly Member[]): void {
  const byId = new Map<string, Member>();
  for (const member of members) {
    const same = byId.get(member.monologue.id);
    if (same === undefined) byId.set(member.monologue.id, member);
    else link(same, member);
  }
}

function linkByWords(members: readonly Member[]): void {
  const withWords = members.filter(({ monologue: { from, to } }) => from < to);
  let last: Member | undefined;
  for (const member of withWords.toSorted((a, b) => a.monologue.from - b.monologue.from)) {
    if (last !== undefined && member.monologue.from < last.monologue.to) link(last, member);
    if (last === undefined || member.monologue.to > last.monologue.to) last = member;
  }
}

/** Links monologues without original words to neighbors, by the words that they followed. */
function linkWordless(members: readonly Member[]): void {
  const [was, is] = (['was', 'is'] as const).map(
    (side) => new Set(members.flatMap((member) => (member.side === side ? [member.monologue.id] : []))),
  );
  const isKept = ({ monologue: { id } }: Member): boolean => was?.has(id) === true && is?.has(id) === true;
  const kept = members.filter(isKept);
  const find = {
    was: findAround(kept.filter(({ side }) => side === 'is')),
    is: findAround(kept.filter(({ side }) => side === 'was')),
  };
  let letters = maxLetters;
  for (const member of members) {
    const { from, to, content } = member.monologue;
    if (from < to || isKept(member) || letters < 0) continue;
    const text = toLetters(content);
    const source = find[member.side](from).find((candidate) => {
      candidate.letters ??= toLetters(candidate.member.monologue.content);
      letters -= candidate.letters.length + text.length + 1;
      return letters >= 0 && holds(candidate.letters, text);
    });
    if (source !== undefined) link(source.member, member);
  }
}

interface Candidate {
  member: Member;
  order: number;
  letters?: string;
}

/** Finds the monologues whose original words include or touch the beginning of a word, in the given order. */
function findAround(members: readonly Member[]): (word: number) => readonly Candidate[] {
  const candidates = members
    .map((member, order): Candidate => ({ member, order }))
    .toSorted((a, b) => a.member.monologue.from - b.member.monologue.from);
  const froms = candidates.map(({ member }) => member.monologue.from);
  let furthest = 0;
  const ends = candidates.map(({ member }) => (furthest = Math.max(furthest, member.monologue.to)));
  const known = new Map<number, readonly Candidate[]>();
  let looks = maxLooks;
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const around: Candidate[] = [];
    for (
      let i = countBelow(froms, word + 1) - 1;
      i >= 0 && (ends[i] ?? 0) >= word && looks > 0;
      i--, looks--
    ) {
      const candidate = candidates[i];
      if (candidate !== undefined && candidate.member.monologue.to >= word) around.push(candidate);
    }
    around.sort((a, b) => a.order - b.order);
    known.set(word, around);
    return around;
  };
}

/** True if a text contains another (Knuth, Morris and Pratt). Linear, while `includes` can be quadratic. */
function holds(text: string, sought: string): boolean {
  if (sought.length > text.length) return false;
  const falls = new Int32Array(sought.length);
  let same = 0;
  const step = (code: number): void => {
    while (same > 0 && sought.charCodeAt(same) !== code) same = falls[same - 1] ?? 0;
    if (sought.charCodeAt(same) === code) same += 1;
  };
  for (let i = 1; i < sought.length; i++) {
    step(sought.charCodeAt(i));
    falls[i] = same;
  }
  same = 0;
  for (let i = 0; i < text.length && same < sought.length; i++) step(text.charCodeAt(i));
  return same === sought.length;
}

function toLetters(content: EditedMonologue['content']): string {
  return toText(content).replaceAll(/\s+/gu, '');
}
