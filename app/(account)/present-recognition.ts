import type { RecognitionView } from '#components/recognition/recognition-view';
import { findUnheardTracks } from '#lib/recognition/tracks/audio-track';
import type { RecognitionRecord } from '#lib/recognition/record';

/** A job's recognition record for its owner; undefined if there is none. */
export function presentRecognition(record: RecognitionRecord | null): RecognitionView | undefined {
  if (record === null) return undefined;
  const { engine, model, version, language, options, secondOpinion, speakersBy } = record;
  const { speed, words, notes, notUnderstood, passages, tracks = [], lostSound } = record;
  const unheard = findUnheardTracks(tracks);
  return {
    engine,
    model,
    version,
    language: language ?? undefined,
    ...(isAnother(options.language, language) && { askedLanguage: options.language }),
    isLanguageAutomatic: language !== null && options.language === 'auto',
    secondOpinion,
    speakers: options.speakers,
    speakersBy,
    phrases: options.vocabulary,
    speed: speed ?? undefined,
    notUnderstood: notUnderstood ?? [],
    tracks: tracks.map((track) => ({ ...track, isUnheard: unheard.includes(track) })),
    ...(lostSound !== undefined && { lostSound }),
    ...(passages !== undefined && {
      passages: passages.map(({ startMs, endMs, model: by, language: spoken }) => ({
        ...{ startMs, endMs, model: by },
        ...(spoken !== null && { language: spoken }),
      })),
    }),
    notes: words === 'spread' || words === 'mixed' ? [...notes, words] : notes,
  };
}

/** True if the requested language differs from the recorded one, ignoring regions. */
function isAnother(asked: string, language: string | null): boolean {
  if (asked === 'auto') return false;
  return language === null || new Intl.Locale(asked).language !== new Intl.Locale(language).language;
}
