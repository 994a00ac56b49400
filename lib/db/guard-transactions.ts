import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { findOutage } from '#lib/outage';

/*
 * postgres.js 3.4 keeps running a transaction whose connection was lost. Its further queries and its own rollback are
 * written to no socket, which throws outside every handler and corrupts the connection, or to the connection's next
 * session, outside the transaction (github.com/porsager/postgres, issues 1154 and 1208, pull request 1155). Only
 * `begin` fails at once.
 */

/** Time limit for noticing a lost connection after its query has failed. */
const noticedWithinMs = 1000;

type Work = (tx: postgres.TransactionSql) => unknown;

/** State of a transaction. */
interface TransactionState {
  isAtWork: boolean;
  /** The connection's error, once it is lost. */
  lostBy?: unknown;
  /** Settles with `begin`. */
  ended?: Promise<void>;
}

/** Makes each transaction of this pool fail if its connection is lost, and run no queries after that. */
export function guardTransactions(sql: postgres.Sql): postgres.Sql {
  const begin = sql.begin.bind(sql) as (options: string, work: Work) => Promise<unknown>;
  const guarded = (...given: [Work] | [options: string, Work]): Promise<unknown> => {
    const [options, work] = given.length === 1 ? ['', given[0]] : given;
    const state: TransactionState = { isAtWork: true };
    const result = begin(options, async (tx) => {
      try {
        return await run(work, tx, state);
      } finally {
        state.isAtWork = false;
      }
    });
    state.ended = noteEnd(result, state);
    return result;
  };
  return Object.assign(sql, { begin: guarded as postgres.Sql['begin'] });
}

/** A transaction that fails while its work is running has lost its connection. */
async function noteEnd(result: Promise<unknown>, state: TransactionState): Promise<void> {
  try {
    await result;
  } catch (error) {
    if (state.isAtWork) state.lostBy = error;
  }
}

/** Runs a transaction's or savepoint's work. Never settles once the connection is lost: the driver would roll back. */
async function run(work: Work, tx: postgres.TransactionSql, state: TransactionState): Promise<unknown> {
  try {
    const value = await work(guard(tx, state));
    if (state.lostBy === undefined) return value;
  } catch (error) {
    if (findOutage(error)?.reason.kind === 'service-unavailable') {
      await Promise.race([state.ended, sleep(noticedWithinMs, undefined, { ref: false })]);
    }
    if (state.lostBy === undefined) throw error;
  }
  return new Promise<never>(() => {});
}

/** Wraps the transaction so that its work sends no queries once the connection is lost. */
function guard(tx: postgres.TransactionSql, state: TransactionState): postgres.TransactionSql {
  const ask = <Given extends unknown[], Answer>(question: (...given: Given) => Answer) => {
    return (...given: Given): Answer => {
      if (state.lostBy !== undefined) throw state.lostBy;
      return question(...given);
    };
  };
  return new Proxy(tx, {
    apply: (target, self, given) => ask(() => Reflect.apply(target, self, given) as unknown)(),
    get(target, key) {
      if (key === 'unsafe')
        return ask((...given: Parameters<typeof target.unsafe>) => target.unsafe(...given));
      if (key !== 'savepoint') return Reflect.get(target, key) as unknown;
      return ask((...given: [Work] | [name: string, Work]) => {
        const [name, work] = given.length === 1 ? [undefined, given[0]] : given;
        const within: Work = (inner) => run(work, inner, state);
        return name === undefined ? target.savepoint(within) : target.savepoint(name, within);
      });
    },
  });
}
