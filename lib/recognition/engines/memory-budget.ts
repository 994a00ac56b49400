/*
 * The memory that the recognition models of one worker share. A process is started only where it fits beside all others, those
 * included that are still ending. To make room, idle processes of other pools are ended, the least recently used first. Where
 * the others are at work, a pool without any process gets room from those given back: from pools with several at work if one
 * of each fits, else from whichever has had its turn, so models that don't fit together work by turns. A model that is too
 * large for the budget gets one process once nothing else is loaded.
 */

/** For so long a model works on while another waits for its memory: loading one takes seconds, so pieces don't alternate. */
const turnMs = 60_000;
/** For so long an idle process may be between two pieces of one recording. */
const betweenPiecesMs = 5000;

/** A pool's part of the memory. Each process that `reserve` allowed is either at work, idle, or ending. */
export interface MemoryShare {
  /** True if one more process may be started, which then is at work. If not, the pool's `onRoom` is called when to ask again. */
  reserve(): boolean;
  /** No process is waited for any more. */
  withdraw(): void;
  /** True if a process at work that was given back must be ended, for a pool that waits. */
  mustEnd(): boolean;
  /** A process at work became idle. Until it is reclaimed, `end` may be called, once, to make room: it is ending from then on. */
  offer(process: object, end: () => void): void;
  reclaim(process: object): void;
  ending(): void;
  free(): void;
}

/** Memory in MiB, to be shared by pools. */
export interface MemoryBudget {
  /** Adds a pool whose processes need `processMb` each. */
  join(pool: { processMb: number; onRoom: () => void }): MemoryShare;
}

/** A pool; each of its processes is counted as busy, idle or ending. */
interface Member {
  processMb: number;
  onRoom: () => void;
  busy: number;
  idle: number;
  ending: number;
  /** Runs from when it first gave a process back, since it has had any, until its turn is over. */
  turn: NodeJS.Timeout | undefined;
  isTurnOver: boolean;
}

interface Offer {
  member: Member;
  end: () => void;
  /** Runs until it is no longer taken for being between two pieces. */
  betweenPieces: NodeJS.Timeout;
  isRested: boolean;
}

interface State {
  totalMb: number;
  members: Member[];
  /** The idle processes, the least recently used first. */
  offers: Map<object, Offer>;
  /** Pools to which a process was refused, in the order in which they came. */
  waiting: Set<Member>;
}

export function memoryBudget(totalMb: number): MemoryBudget {
  const state: State = { totalMb, members: [], offers: new Map(), waiting: new Set() };
  return {
    join: (pool) => {
      const counts = { busy: 0, idle: 0, ending: 0 };
      const member: Member = { ...pool, ...counts, turn: undefined, isTurnOver: false };
      state.members.push(member);
      return {
        reserve: () => reserve(state, member),
        withdraw: () => {
          if (state.waiting.delete(member)) serveWaiting(state);
        },
        mustEnd: () => mustEnd(state, member),
        offer: (process, end) => addOffer(state, process, { member, end }),
        reclaim: (process) => {
          removeOffer(state, process);
          member.busy += 1;
        },
        ending: () => {
          member.busy -= 1;
          beginEnding(member);
        },
        free: () => {
          member.ending -= 1;
          serveWaiting(state);
        },
      };
    },
  };
}

function reserve(state: State, member: Member): boolean {
  const { waiting, offers } = state;
  const first = findUnloaded(state);
  // First come, first served: many small processes must not keep a large one out.
  const isBehind = first !== undefined && first !== member;
  if (!isBehind && fits(state, member)) {
    waiting.delete(member);
    member.busy += 1;
    return true;
  }
  waiting.add(member);
  // A waiting caller keeps Node alive, which an idle process alone doesn't.
  for (const { betweenPieces } of offers.values()) betweenPieces.ref();
  if (!isBehind) endIdle(state, member);
  return false;
}

function mustEnd(state: State, member: Member): boolean {
  const endTurn = () => {
    member.isTurnOver = true;
  };
  member.turn ??= setTimeout(endTurn, turnMs).unref();
  const unloaded = findUnloaded(state);
  if (unloaded === undefined) return false;
  if (lackingMb(state, unloaded) <= sumMb(state, ({ idle }) => idle)) return false;
  const oneOfEachMb = unloaded.processMb + sumMb(state, ({ busy }) => Math.min(1, busy));
  return oneOfEachMb <= state.totalMb ? member.busy > 1 : member.isTurnOver;
}

function addOffer(state: State, process: object, { member, end }: Pick<Offer, 'member' | 'end'>): void {
  const rest = () => {
    offer.isRested = true;
    serveWaiting(state);
  };
  const betweenPieces = setTimeout(rest, betweenPiecesMs);
  if (state.waiting.size === 0) betweenPieces.unref();
  const offer: Offer = { member, end, betweenPieces, isRested: false };
  state.offers.set(process, offer);
  member.busy -= 1;
  member.idle += 1;
  serveWaiting(state);
}

function removeOffer({ offers }: State, process: object): void {
  const offer = offers.get(process);
  if (offer === undefined) return;
  clearTimeout(offer.betweenPieces);
  offers.delete(process);
  offer.member.idle -= 1;
}

function beginEnding(member: Member): void {
  member.ending += 1;
  if (isLoaded(member)) return;
  clearTimeout(member.turn);
  member.turn = undefined;
  member.isTurnOver = false;
}

/** Ends idle processes until one more of this pool fits; none where that would not be enough. */
function endIdle(state: State, forWhom: Member): void {
  const canEnd = [...state.offers].filter(([, { isRested, member }]) => isRested || member.isTurnOver);
  const canEndMb = canEnd.reduce((mb, [, { member }]) => mb + member.processMb, 0);
  if (lackingMb(state, forWhom) > canEndMb) return;
  for (const [process, { member, end }] of canEnd) {
    if (lackingMb(state, forWhom) <= 0) return;
    removeOffer(state, process);
    beginEnding(member);
    end();
  }
}

/** Has those that wait ask again, pools without any process first. */
function serveWaiting({ waiting }: State): void {
  const inOrder = [...waiting].toSorted((a, b) => Number(isLoaded(a)) - Number(isLoaded(b)));
  for (const member of inOrder) if (waiting.has(member)) member.onRoom();
}

/** The pool that waits for its first process, and has waited longest. */
function findUnloaded({ waiting }: State): Member | undefined {
  return [...waiting].find((member) => !isLoaded(member));
}

function isLoaded({ busy, idle }: Member): boolean {
  return busy + idle > 0;
}

function fits(state: State, { processMb }: Member): boolean {
  const usedMb = sumMb(state, ({ busy, idle, ending }) => busy + idle + ending);
  return usedMb === 0 || usedMb + processMb <= state.totalMb;
}

/** The memory that must be given back, beside that of ending processes, before one more process of this pool fits, in MiB. */
function lackingMb(state: State, { processMb }: Member): number {
  return sumMb(state, ({ busy, idle }) => busy + idle) - Math.max(0, state.totalMb - processMb);
}

function sumMb({ members }: State, count: (member: Member) => number): number {
  return members.reduce((mb, member) => mb + count(member) * member.processMb, 0);
}
