import type { Storage } from '#lib/storage/storage';

/** A storage that `open` makes when it is first used, so that what only this one needs is loaded nowhere else. */
export function deferStorage(open: () => Promise<Storage>): Storage {
  let opened: Promise<Storage> | undefined;
  const get = () => (opened ??= open());
  return {
    check: async () => (await get()).check(),
    save: async (source, options) => (await get()).save(source, options),
    adopt: async (file) => (await get()).adopt(file),
    copy: async (key) => (await get()).copy(key),
    withLocalFile: async (key, use) => (await get()).withLocalFile(key, use),
    exportTo: async (key, file) => (await get()).exportTo(key, file),
    importFrom: async (key, file) => (await get()).importFrom(key, file),
    getSize: async (key) => (await get()).getSize(key),
    read: async function* (key, range) {
      yield* (await get()).read(key, range);
    },
    remove: async (key) => (await get()).remove(key),
    listOlderThan: async function* (date) {
      yield* (await get()).listOlderThan(date);
    },
  };
}
