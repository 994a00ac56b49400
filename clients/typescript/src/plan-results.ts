import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { showPath, toSystemPath } from './file-path.ts';
import { formats, type FormatName } from './library/formats.ts';
import { createLimit } from './limit.ts';
import { nameResults } from './name-results.ts';
import type { ResultEntry, Store } from './store.ts';

/** A file to write a transcript to. */
export interface Target {
  format: FormatName;
  path: string;
  /** The submission that the existing file was made from; undefined if there is none, or it is incomplete. */
  madeOf: string | undefined;
}

/** A file exists that Longhand didn't write. */
export class AlreadyThere extends Error {
  override readonly name = 'AlreadyThere';

  constructor(file: string) {
    super(`${showPath(file)} already exists. To replace it, use --overwrite.`);
  }
}

/** Options of a planner. */
export interface PlannerOptions {
  store: Store;
  formats: readonly FormatName[];
  /** True to replace existing files that the client didn't write. */
  overwrite: boolean;
}

/** Chooses result files that no other recording uses. Throws `AlreadyThere` for foreign files, and disk errors. */
export type PlanResults = (source: string, folder: string) => Promise<Target[]>;

/** Creates a run's planner. It plans recordings one after the other, in order. */
export function createPlanner({ store, formats: chosen, overwrite }: PlannerOptions): PlanResults {
  /** The path of the recording that each result of this run belongs to. */
  const reserved = new Map<string, string>();
  const inTurn = createLimit(1);

  async function findPlace(source: string, folder: string, extension: string): Promise<Place> {
    let free: Place | undefined;
    let looks = 0;
    for (const name of nameResults(source, extension)) {
      looks += 1;
      const file = path.join(folder, name);
      const owner = reserved.get(file);
      if (owner !== undefined && owner !== source) continue;
      const place = { file, written: await store.get('results', file) };
      const { written } = place;
      // Reuses the earlier name even if a better one is free: otherwise the recording would have both.
      if (owner === source || written?.source === source) return place;
      if (written !== undefined && existsSync(toSystemPath(file))) continue;
      free ??= place;
      // The best name may be reserved for a recording that got no result. Others are used in order.
      if (written === undefined && looks > 1) return free;
    }
    throw new Error('there is always another name');
  }

  async function planOne(source: string, folder: string, format: FormatName): Promise<Target> {
    const { file, written } = await findPlace(source, folder, formats[format].extension);
    reserved.set(file, source);
    const isThere = existsSync(toSystemPath(file));
    if (isThere && written === undefined && !overwrite) throw new AlreadyThere(file);
    const isWhole = isThere && written?.source === source && written.isBegun === undefined;
    return { format, path: file, madeOf: isWhole ? written.submission : undefined };
  }

  return (source, folder) =>
    inTurn(async () => {
      // A missing recording reserves no name.
      await access(toSystemPath(source), constants.R_OK);
      const targets: Target[] = [];
      for (const format of chosen) targets.push(await planOne(source, folder, format));
      return targets;
    });
}

/** A candidate name of a result, and its stored entry. */
interface Place {
  file: string;
  written: ResultEntry | undefined;
}
