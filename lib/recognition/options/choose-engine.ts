import type { EngineDescription } from '#lib/recognition/engine';
import { matchLanguage } from '#lib/recognition/options/match-language';
import { vocabularyBytes, type RecognitionOptions } from '#lib/recognition/options/options';
import type { FaultyParameters } from '#lib/refusal';
import * as texts from '#messages/engine-refusals';

/** Caps the languages or engines listed in a message. */
const maxListed = 12;

/** The engine that meets all requirements, or per parameter what is wrong and what would work. */
export type EngineChoice =
  | { engine: EngineDescription; faults?: undefined }
  | { engine?: undefined; faults: FaultyParameters };

interface Need {
  parameter: 'options.language' | 'options.vocabulary' | 'options.translate';
  isMetBy: (engine: EngineDescription) => boolean;
  /** Returns a sentence about what this engine lacks, and its alternatives. */
  lacking: (engine: EngineDescription) => string;
  /** The message if no engine can do it. */
  unmet: string;
}

/**
 * Chooses from engines in order of preference: the one in the options, else the first that meets all requirements.
 * Reports all problems at once, by parameter, with what would work. Speakers are separated by other models, regardless
 * of the engine.
 */
export function chooseEngine(
  options: RecognitionOptions,
  engines: readonly EngineDescription[],
  { speakerModels }: { speakerModels: boolean },
): EngineChoice {
  const needs = listNeeds(options, engines);
  const able = engines.filter((engine) => needs.every((need) => need.isMetBy(engine)));
  const named = engines.find(({ id }) => id === options.engine);
  const faults: FaultyParameters = {
    ...faultsOfNeeds(needs, { asked: options.engine, named, able, engines }),
    ...(!speakerModels && asksForSpeakers(options) && { 'options.speakers': [texts.noSpeakerModels()] }),
  };
  const engine = options.engine === undefined ? able[0] : named;
  if (engine === undefined && Object.keys(faults).length === 0) {
    faults['options.engine'] = [texts.noEngine()];
  }
  return engine === undefined || Object.keys(faults).length > 0 ? { faults } : { engine };
}

function asksForSpeakers({ speakers }: RecognitionOptions): boolean {
  return speakers !== undefined && speakers !== 'off';
}

function listNeeds(options: RecognitionOptions, engines: readonly EngineDescription[]): Need[] {
  const { language, vocabulary = [], translate = false } = options;
  const needs: Need[] = [];
  if (translate) needs.push(translation());
  if (language === 'auto') needs.push(detection(engines));
  else if (language !== undefined) needs.push(understanding(language, engines));
  if (vocabulary.length > 0) needs.push(takingVocabulary(vocabularyBytes(vocabulary), engines));
  return needs;
}

function translation(): Need {
  return {
    parameter: 'options.translate',
    isMetBy: ({ capabilities }) => capabilities.translates === true,
    lacking: ({ id }) => texts.translation({ engine: id }),
    unmet: texts.noTranslation(),
  };
}

function understanding(language: string, engines: readonly EngineDescription[]): Need {
  return {
    parameter: 'options.language',
    isMetBy: ({ capabilities }) => matchLanguage(language, capabilities) !== undefined,
    lacking: ({ id, capabilities }) =>
      texts.language({ engine: id, languages: inWords(capabilities.languages ?? []), language }),
    unmet: texts.noLanguage({ language, languages: inWords(listLanguages(engines)) }),
  };
}

/** For an engine with a single language, `auto` means that one. */
function detection(engines: readonly EngineDescription[]): Need {
  return {
    parameter: 'options.language',
    isMetBy: ({ capabilities }) => capabilities.detectsLanguage || capabilities.languages?.length === 1,
    lacking: ({ id, capabilities: { languages } }) =>
      languages === undefined
        ? texts.detection({ engine: id })
        : texts.detectionOnly({ engine: id, languages: inWords(languages) }),
    unmet: texts.noDetection({ languages: inWords(listLanguages(engines)) }),
  };
}

function takingVocabulary(bytes: number, engines: readonly EngineDescription[]): Need {
  const takes = ({ capabilities: { vocabulary, maxVocabularyBytes = Infinity } }: EngineDescription) =>
    vocabulary && bytes <= maxVocabularyBytes;
  return {
    parameter: 'options.vocabulary',
    isMetBy: takes,
    lacking: ({ id, capabilities: { vocabulary, maxVocabularyBytes } }) =>
      vocabulary
        ? texts.vocabularyBytes({ engine: id, max: maxVocabularyBytes ?? 0, bytes })
        : texts.vocabulary({ engine: id }),
    unmet: engines.some(({ capabilities }) => capabilities.vocabulary)
      ? texts.vocabularyTooLong()
      : texts.noVocabulary(),
  };
}

interface Situation {
  asked: string | undefined;
  /** The engine with that ID, if installed. */
  named: EngineDescription | undefined;
  /** The engines that meet all requirements. */
  able: readonly EngineDescription[];
  engines: readonly EngineDescription[];
}

function faultsOfNeeds(needs: readonly Need[], situation: Situation): FaultyParameters {
  const { asked, named, able, engines } = situation;
  if (named !== undefined) {
    const missed = needs.filter((need) => !need.isMetBy(named));
    return byParameter(missed, (need) => `${need.lacking(named)} ${alternative(need, situation)}`);
  }
  const unknown = asked === undefined ? {} : { 'options.engine': [unknownEngine(asked, situation)] };
  if (able.length > 0 || engines.length === 0) return unknown;
  const unmet = needs.filter((need) => !engines.some(need.isMetBy));
  if (unmet.length > 0) return { ...unknown, ...byParameter(unmet, (need) => need.unmet) };
  return { ...unknown, ...byParameter(needs, (need) => apart(need, engines)) };
}

function byParameter(needs: readonly Need[], say: (need: Need) => string): FaultyParameters {
  return Object.fromEntries(needs.map((need) => [need.parameter, [say(need)]]));
}

function unknownEngine(asked: string, { able, engines }: Situation): string {
  if (engines.length === 0) return texts.noEngine();
  const engine = JSON.stringify(asked);
  return able.length > 0
    ? texts.unknownEngineAble({ engine, engines: inWords(listIds(able)) })
    : texts.unknownEngine({ engine, engines: inWords(listIds(engines)) });
}

/** Suggests engines that would work instead of the named one. */
function alternative(need: Need, { able, engines }: Situation): string {
  if (able.length > 0) return texts.alternatives({ engines: inWords(listIds(able)) });
  const others = engines.filter(need.isMetBy);
  return others.length > 0 ? apart(need, engines) : need.unmet;
}

/** Explains that every requirement is met by some engine, but all by none. */
function apart(need: Need, engines: readonly EngineDescription[]): string {
  return texts.apart({ engines: inWords(listIds(engines.filter(need.isMetBy))) });
}

function listLanguages(engines: readonly EngineDescription[]): string[] {
  return [...new Set(engines.flatMap(({ capabilities }) => capabilities.languages ?? []))];
}

function listIds(engines: readonly EngineDescription[]): string[] {
  return engines.map(({ id }) => id);
}

function inWords(names: readonly string[]): string {
  if (names.length === 0) return texts.none();
  const listed = names.slice(0, maxListed).join(', ');
  const count = names.length - maxListed;
  return count > 0 ? texts.more({ names: listed, count }) : listed;
}
