import { isKey } from '#components/editor/keyboard/keys.ts';
import { parseSnippets, type Snippets } from '#components/editor/snippets/snippets.ts';
import { parseTemplates, type ExportTemplates } from '#lib/transcript/text/export-template';
import { defaultTimeStyle, maxTimeOffsetSeconds, timeForms } from '#lib/transcript/text/time-code';
import { maxTagWord, type TagStyle } from '#components/editor/tags/write-tag.ts';
import { presetIds, type PresetId } from '#components/editor/keyboard/presets.ts';

/** The positions of a video; on a phone it is always above the text. */
export const picturePlaces = ['beside', 'above'] as const;

/** The sizes of a video. */
export const pictureSizes = ['small', 'medium', 'large'] as const;

/** The maximum widths of the text, and its line spacings. */
export const textWidths = ['narrow', 'normal', 'wide', 'full'] as const;
export const lineSpacings = ['compact', 'normal', 'relaxed'] as const;

/** One person's editor settings, stored in the account or, for a guest, in the browser. */
export interface EditorSettings extends TagStyle {
  /** Plain click seeks and Alt click moves the caret, instead of vice versa. */
  seekOnClick: boolean;
  /** Scroll along with playback. */
  follow: boolean;
  spellcheck: boolean;
  /** Seconds that playback steps back on resume, 0 to 5. */
  stepBackSeconds: number;
  /** Seconds per skip. */
  skipSeconds: number;
  /** The text size; 1 is the page's own. */
  textSize: number;
  textWidth: (typeof textWidths)[number];
  lineSpacing: (typeof lineSpacings)[number];
  /** Capitalize the paragraph that a split creates. */
  capitalizeAfterSplit: boolean;
  /** Mark uncertain words in the text, also without a review. */
  markUncertain: boolean;
  /** Play/pause keys play while held, like pedals. */
  holdToPlay: boolean;
  /** The playback speed, 0.5 to 2. */
  rate: number;
  /** 0 to 1. */
  volume: number;
  /** Show a video's picture. */
  picture: boolean;
  picturePlace: (typeof picturePlaces)[number];
  pictureSize: (typeof pictureSizes)[number];
  keyPreset: PresetId;
  /** Custom keys by command ID. */
  ownKeys: Readonly<Record<string, readonly string[]>>;
  /** Snippet texts by abbreviation. */
  snippets: Snippets;
  exportTemplates: ExportTemplates;
  /** The name of the last used template; empty for the default. */
  exportTemplate: string;
  /** The sample transcript's hints were read or skipped. */
  hintsSeen: boolean;
}

/** Default settings. */
export const defaultSettings: EditorSettings = {
  seekOnClick: false,
  follow: true,
  spellcheck: true,
  stepBackSeconds: 1,
  skipSeconds: 3,
  textSize: 1,
  textWidth: 'normal',
  lineSpacing: 'normal',
  capitalizeAfterSplit: false,
  markUncertain: false,
  holdToPlay: false,
  rate: 1,
  volume: 1,
  picture: true,
  picturePlace: 'beside',
  pictureSize: 'medium',
  keyPreset: 'longhand',
  ownKeys: {},
  snippets: {},
  exportTemplates: {},
  exportTemplate: '',
  hintsSeen: false,
  ...defaultTimeStyle,
  inaudible: 'inaudible',
  crosstalk: 'crosstalk',
  tagTimes: false,
};

/** The minimum and maximum of numeric settings. */
export const limits: Partial<Record<keyof EditorSettings, readonly [number, number]>> = {
  stepBackSeconds: [0, 5],
  skipSeconds: [1, 60],
  textSize: [0.875, 1.75],
  rate: [0.5, 2],
  volume: [0, 1],
  timeOffsetSeconds: [0, maxTimeOffsetSeconds],
};

/** The options of settings that are strings. */
const choices: Partial<Record<keyof EditorSettings, readonly string[]>> = {
  textWidth: textWidths,
  lineSpacing: lineSpacings,
  picturePlace: picturePlaces,
  pictureSize: pictureSizes,
  keyPreset: presetIds,
  timeForm: timeForms,
};

/** Parses stored settings: invalid and missing ones get their defaults, unknown ones are dropped. */
export function parseSettings(stored: unknown): EditorSettings {
  const given: Readonly<Record<string, unknown>> = isRecord(stored) ? stored : {};
  const fields = Object.entries(defaultSettings).map(([name, standard]) => {
    const value = given[name];
    return [name, isPossible(name, value, standard) ? value : standard];
  });
  return {
    ...(Object.fromEntries(fields) as EditorSettings),
    ownKeys: parseOwnKeys(given['ownKeys']),
    snippets: parseSnippets(given['snippets']),
    exportTemplates: parseTemplates(given['exportTemplates']),
  };
}

function isPossible(name: string, value: unknown, standard: unknown): boolean {
  if (typeof value !== typeof standard) return false;
  const possible = (choices as Record<string, readonly unknown[]>)[name];
  if (possible !== undefined) return possible.includes(value);
  if (typeof value === 'string') return value.trim() !== '' && value.length <= maxTagWord;
  const [min, max] = (limits as Record<string, readonly [number, number]>)[name] ?? [-Infinity, Infinity];
  return typeof value !== 'number' || (value >= min && value <= max);
}

function parseOwnKeys(given: unknown): Record<string, string[]> {
  if (!isRecord(given)) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([id, keys]) =>
      Array.isArray(keys)
        ? [[id, keys.filter((key): key is string => typeof key === 'string' && isKey(key))]]
        : [],
    ),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
