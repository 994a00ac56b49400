import * as texts from '#messages/editor/snippets';
import { cleanText } from '#lib/transcript/text/clean-text';
import { cleanAbbreviation, maxSnippets, type Snippets } from './snippets';

/** The fields of the snippet form. */
export interface SnippetDraft {
  abbreviation: string;
  text: string;
  /** The abbreviation of the snippet being edited; undefined when adding one. */
  changes?: string | undefined;
}

/** Why a draft is invalid: the field, and the message. */
export interface SnippetError {
  field: 'abbreviation' | 'text';
  message: string;
}

/** Returns the snippets with this one, sorted by abbreviation, or an error. */
export function saveSnippet(
  snippets: Snippets,
  { abbreviation: typed, text: given, changes }: SnippetDraft,
): { value: Snippets } | { error: SnippetError } {
  const abbreviation = cleanAbbreviation(typed);
  const text = cleanText(given).trim();
  const rest = removeSnippet(snippets, changes);
  const wrong = (field: SnippetError['field'], message: string) => ({ error: { field, message } });
  if (abbreviation === '') return wrong('abbreviation', texts.needsAbbreviation());
  if (Object.hasOwn(rest, abbreviation)) return wrong('abbreviation', texts.taken({ abbreviation }));
  if (text === '') return wrong('text', texts.needsText());
  const all = [...Object.entries(rest), [abbreviation, text] as const];
  if (all.length > maxSnippets) return wrong('abbreviation', texts.tooMany({ max: maxSnippets }));
  return { value: Object.fromEntries(all.toSorted(([a], [b]) => a.localeCompare(b))) };
}

/** Returns the snippets without this one. */
export function removeSnippet(snippets: Snippets, abbreviation: string | undefined): Snippets {
  return Object.fromEntries(Object.entries(snippets).filter(([each]) => each !== abbreviation));
}
