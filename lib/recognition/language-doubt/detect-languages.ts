import type { Capabilities, PieceOptions } from '#lib/recognition/engine';
import {
  minWords,
  openLanguageDetector,
  toWrittenLanguage,
} from '#lib/recognition/language-doubt/detect-language';
import type { RecognizedPiece } from '#lib/recognition/pieces/recognize-pieces';

/** The written languages of a recording's pieces, as far as their words tell. */
export interface DetectedLanguages {
  /** The language of most words as a BCP 47 tag; undefined if uncertain. */
  main: string | undefined;
  /** Returns a piece's language; undefined if uncertain. */
  get: (piece: RecognizedPiece) => string | undefined;
  /** True if a piece is certainly written in another language. */
  isOther: (piece: RecognizedPiece, language: string | null) => boolean;
}

const none: DetectedLanguages = { main: undefined, get: () => undefined, isOther: () => false };

/** Detects the languages of an engine's text, joining short pieces. Not for one-language engines or translations. */
export async function detectLanguages(
  heard: readonly RecognizedPiece[],
  { languages }: Pick<Capabilities, 'languages'>,
  { translate = false }: Pick<PieceOptions, 'translate'>,
): Promise<DetectedLanguages> {
  const spoken = heard.filter(({ words }) => words.length > 0);
  const writesOne = languages !== undefined && new Set(languages.map(toWrittenLanguage)).size <= 1;
  if (writesOne || translate || spoken.length === 0) return none;
  const { detect, knows } = await openLanguageDetector(languages);
  const found = new Map<RecognizedPiece, string>();
  const counts = new Map<string, number>();
  const detectIn = (pieces: readonly RecognizedPiece[]): string | undefined => {
    const words = pieces.flatMap(({ words }) => words.map(({ text }) => text));
    const language = detect(words);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + words.length);
    return language;
  };
  for (const piece of spoken) {
    if (piece.words.length < minWords) continue;
    const language = detectIn([piece]);
    if (language !== undefined) found.set(piece, language);
  }
  detectIn(spoken.filter(({ words }) => words.length < minWords));
  const all = spoken.reduce((sum, { words }) => sum + words.length, 0);
  return {
    main: [...counts].find(([, count]) => count > all / 2)?.[0],
    get: (piece) => found.get(piece),
    isOther(piece, language) {
      const written = found.get(piece);
      // Text in an unknown language would be detected as another.
      if (written === undefined || language === null || !knows(language)) return false;
      return toWrittenLanguage(written) !== toWrittenLanguage(language);
    },
  };
}
