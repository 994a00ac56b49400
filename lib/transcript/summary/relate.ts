import { sortMonologues, toText, type EditedMonologue } from '#lib/transcript/edit';

/** Monologues of two revisions that are the same text: those that were, and what became of them. */
export interface Relation {
  was: EditedMonologue[];
  is: EditedMonologue[];
}

interface Member {
  side: keyof Relation;
  monologue: EditedMonologue;
  /** The member that stands for its relation; itself at first. */
  parent: Member | undefined;
}

/**
 * Which monologues of one revision became which of another: those of one id, those that share original words, and
 * those without such words that lie beside them with their text. Each monologue is in one relation.
 */
export function relate(was: readonly EditedMonologue[], is: readonly EditedMonologue[]): Relation[] {
  const members = [...toMembers('was', was), ...toMembers('is', is)];
  linkById(members);
  linkByWords(members);
  linkWordless(members);
  const relations = new Map<Member, Relation>();
  for (const member of members) {
    const root = findRoot(member);
    const relation = relations.get(root) ?? { was: [], is: [] };
    relation[member.side].push(member.monologue);
    relations.set(root, relation);
  }
  return [...relations.values()].map(({ was, is }) => ({ was: sortMonologues(was), is: sortMonologues(is) }));
}

const toMembers = (side: keyof Relation, monologues: readonly EditedMonologue[]): Member[] =>
  monologues.map((monologue) => ({ side, monologue, parent: undefined }));

function findRoot(member: Member): Member {
  let root = member;
  while (root.parent !== undefined) root = root.parent;
  if (member !== root) member.parent = root;
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

/** A monologue without original words has its place beside the words it followed. */
function linkWordless(members: readonly Member[]): void {
  const [was, is] = (['was', 'is'] as const).map(
    (side) => new Set(members.flatMap((member) => (member.side === side ? [member.monologue.id] : []))),
  );
  const isKept = ({ monologue: { id } }: Member): boolean => was?.has(id) === true && is?.has(id) === true;
  const kept = members.filter(isKept);
  for (const member of members) {
    const { from, to, content } = member.monologue;
    if (from < to || isKept(member)) continue;
    const text = toLetters(content);
    const source = kept.find(
      ({ side, monologue }) =>
        side !== member.side &&
        monologue.from <= from &&
        monologue.to >= from &&
        toLetters(monologue.content).includes(text),
    );
    if (source !== undefined) link(source, member);
  }
}

function toLetters(content: EditedMonologue['content']): string {
  return toText(content).replaceAll(/\s+/gu, '');
}
