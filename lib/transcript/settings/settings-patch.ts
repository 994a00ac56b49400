/**
 * What one page changed of a person's settings, as in a JSON Merge Patch (RFC 7396) of two levels: of settings that are lists
 * by name, such as snippets and templates, only the names that changed, null for those that were removed. So pages that are
 * open at once take nothing from each other.
 */
export type SettingsPatch = Readonly<Record<string, unknown>>;

/** The patch that makes `after` of `before`. */
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

/** The settings with the patch applied. */
export function applySettingsPatch(settings: SettingsPatch, patch: SettingsPatch): Record<string, unknown> {
  return pick(joinSettingsPatches(settings, patch), (_key, value) =>
    isRecord(value) ? pick(value, (_name, entry) => entry ?? undefined) : value,
  );
}

/** One patch instead of two, of which the later one wins. */
export function joinSettingsPatches(first: SettingsPatch, later: SettingsPatch): SettingsPatch {
  return {
    ...first,
    ...pick(later, (key, value) =>
      isRecord(first[key]) && isRecord(value) ? { ...first[key], ...value } : value,
    ),
  };
}

/** The part of a patch that another one, which was saved, doesn't have. */
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
