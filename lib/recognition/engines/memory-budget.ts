/*
 * The memory budget shared by the recognition models of a worker. A process starts only if it fits beside all others,
 * including those still ending. To free memory, idle processes of other pools are ended, least recently used first. If
 * all are busy, a pool without processes gets the memory of processes returned by others: by pools with several busy
 * ones if one of each fits, else by those whose turn is over, so that models that don't fit together take turns. A
 * model larger than the budget gets one process once nothing else is loaded.
 */

/** The time that a model works on while another awaits its memory. Loading takes seconds, so pieces don't alternate. */
const turnMs = 60_000;
/** The time that an idle process may wait between two pieces of a recording. */
const betweenPiecesMs = 5000;

/** A pool's share of the memory. Each process that `reserve` allowed is busy, idle or ending. */
export interface MemoryShare {
  /** Returns true if a process may start, and counts it as busy. Otherwise, calls the pool's `onRoom` when to retry. */
  reserve(): boolean;
  /** Withdraws a pending request. */
  withdraw(): void;
  /** True if a returned busy process must end in favor of a waiting pool. */
  mustEnd(): boolean;
  /** Marks a busy process as idle. Until it is reclaimed, `end` may be called once, and it counts as ending. */
  offer(process: object, end: () => void): void;
  reclaim(process: object): void;
  ending(): void;
  free(): void;
}

/** A memory budget in MiB, shared by pools. */
export interface MemoryBudget {
  /** Adds a pool whose processes need `processMb` each. */
  join(pool: { processMb: number; onRoom: () => void }): MemoryShare;
}

/** A pool. Each of its processes counts as busy, idle or ending. */
interface Member {
  processMb: number;
  onRoom: () => void;
  busy: number;
  idle: number;
  ending: number;
  /** Runs from the pool's first return of a process since it has any until its turn is over. */
  turn: NodeJS.Timeout | undefined;
  isTurnOver: boolean;
}

interface Offer {
  member: Member;
  end: () => void;
  /** Runs until the process no longer counts as between two pieces. */
  betweenPieces: NodeJS.Timeout;
  isRested: boolean;
}

interface State {
  totalMb: number;
  members: Member[];
  /** Idle processes, least recently used first. */
  offers: Map<object, Offer>;
  /** Pools whose requests were denied, in order of arrival. */
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
  // First come, first served, so that many small processes don't starve a large one.
  const isBehind = first !== undefined && first !== member;
  if (!isBehind && fits(state, member)) {
    waiting.delete(member);
    member.busy += 1;
    return true;
  }
  waiting.add(member);
  // A waiting caller keeps Node alive, unlike an idle process.
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

/** Ends idle processes until one more of this pool fits; none if that can't suffice. */
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

/** Has waiting pools retry, those without processes first. */
function serveWaiting({ waiting }: State): void {
  const inOrder = [...waiting].toSorted((a, b) => Number(isLoaded(a)) - Number(isLoaded(b)));
  for (const member of inOrder) if (waiting.has(member)) member.onRoom();
}

/** Returns the longest-waiting pool without a process. */
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

/** Returns the memory, in MiB, to free beyond that of ending processes before one more process of this pool fits. */
function lackingMb(state: State, { processMb }: Member): number {
  return sumMb(state, ({ busy, idle }) => busy + idle) - Math.max(0, state.totalMb - processMb);
}

function sumMb({ members }: State, count: (member: Member) => number): number {
  return members.reduce((mb, member) => mb + count(member) * member.processMb, 0);
}
