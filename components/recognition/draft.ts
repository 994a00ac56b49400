import { readLocalJson, writeLocal } from '#components/ui/persisted-store.ts';
import { textChoices } from './offer';
import { emptyDraft, type Draft } from './resolve-choices';

const key = 'longhand.recognition';

/** Reads the last choices from this browser, without vocabulary, tracks and deletion. Browser only. */
export function readRememberedDraft(): Draft {
  const { vocabulary: _vocabulary, audioTracks: _tracks, ...draft } = toDraft(readLocalJson(key));
  return { ...emptyDraft, ...draft, deleteAfterDays: undefined };
}

/** Stores the choices for the next recording. */
export function rememberDraft(draft: Draft): void {
  const { vocabulary: _vocabulary, audioTracks: _tracks, deleteAfterDays: _days, ...lasting } = draft;
  writeLocal(key, JSON.stringify(lasting));
}

/** Parses the JSON of a draft stored with an upload. */
export function parseDraft(json: string | undefined): Draft {
  try {
    return toDraft(JSON.parse(json ?? ''));
  } catch {
    return emptyDraft;
  }
}

/** Returns the name in the JSON that was saved with a link; empty if it has none. */
export function parseName(json: string | undefined): string {
  try {
    const { name } = JSON.parse(json ?? '') as { name?: unknown };
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

/** The valid part of a stored draft, which another release may have written. */
function toDraft(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null) return emptyDraft;
  const { language, speakers, engine, text, vocabulary, audioTracks, deleteAfterDays }: Stored = stored;
  const isSpeakers = speakers === 'auto' || speakers === 'off' || Number.isInteger(speakers);
  const isTracks = audioTracks === 'all' || Number.isInteger(audioTracks);
  return {
    ...emptyDraft,
    ...(typeof language === 'string' && { language }),
    ...(typeof engine === 'string' && { engine }),
    ...(isSpeakers && { speakers: speakers as Draft['speakers'] }),
    ...(typeof vocabulary === 'string' && { vocabulary }),
    ...(isTracks && { audioTracks: audioTracks as Draft['audioTracks'] }),
    ...(typeof deleteAfterDays === 'number' && { deleteAfterDays }),
    ...(Array.isArray(text) && { text: textChoices.filter((name) => text.includes(name)) }),
  };
}

type Stored = { [Name in keyof Draft]?: unknown };
