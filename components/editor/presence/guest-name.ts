const key = 'longhand:guest-name';

/** A guest's name is as long at most. */
export const maxNameLength = 80;

/** The name that a guest has given in this browser. */
export function readGuestName(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a guest's name in this browser, where it can. */
export function saveGuestName(name: string): void {
  try {
    localStorage.setItem(key, name);
  } catch {
    // Without a place to keep it the name holds until the page is left.
  }
}
