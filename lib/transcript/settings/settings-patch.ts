/**
 * A page's changes to the settings, as a JSON Merge Patch (RFC 7396) with two levels: named lists, such as snippets and
 * templates, contain only changed names, and null for removed ones. So open pages don't overwrite each other.
 */
export type SettingsPatch = Readonly<Record<string, unknown>>;

/** Returns the patch from `before` to `after`. */
export function toSettingsPatch(before: SettingsPatch, after: SettingsPatch): SettingsPatch {
  return pick(after, (key, value) => {
    const old = before[key];
    if (isSame(old, value)) return undefined;
    if (!isRecord(old) || !isRecord(value)) return value;
    const removed = Object.keys(old).filter((name) => !Object.hasOwn(value, name));
    return {
      ...pick(value, (name, entry) => (isSame(old[name], entry) ? undefined : entry)),
      ...Object.fromEntries(removed.map((name) => [name, null])),
    };
  });
}

/** Returns the settings with the patch applied. */
export function applySettingsPatch(settings: SettingsPatch, patch: SettingsPatch): Record<string, unknown> {
  return pick(joinSettingsPatches(settings, patch), (_key, value) =>
    isRecord(value) ? pick(value, (_name, entry) => entry ?? undefined) : value,
  );
}

/** Joins two patches. The later one wins. */
export function joinSettingsPatches(first: SettingsPatch, later: SettingsPatch): SettingsPatch {
  return {
    ...first,
    ...pick(later, (key, value) =>
      isRecord(first[key]) && isRecord(value) ? { ...first[key], ...value } : value,
    ),
  };
}

/** Returns the part of a patch that isn't in another, saved patch. */
export function withoutSaved(patch: SettingsPatch, saved: SettingsPatch): SettingsPatch {
  return pick(patch, (key, value) => {
    const known = saved[key];
    if (isSame(known, value)) return undefined;
    if (!isRecord(known) || !isRecord(value)) return value;
    return pick(value, (name, entry) =>
      Object.hasOwn(known, name) && isSame(known[name], entry) ? undefined : entry,
    );
  });
}

function pick(
  values: SettingsPatch,
  choose: (key: string, value: unknown) => unknown,
): Record<string, unknown> {
  const chosen = Object.entries(values).map(([key, value]) => [key, choose(key, value)] as const);
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function isRecord(value: unknown): value is SettingsPatch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
