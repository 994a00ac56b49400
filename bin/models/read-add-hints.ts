import type { AddOptions } from '#lib/recognition/models/install/add-model';
import { modelRoles, recognizerKinds } from '#lib/recognition/models/parts';
import { Stop } from '#bin/cli-output.mjs';

export interface AddFlags {
  name?: string | undefined;
  role?: string | undefined;
  kind?: string | undefined;
  language?: string[] | undefined;
  'letter-case'?: string | undefined;
  threshold?: string | undefined;
  license?: string | undefined;
  attribution?: string | undefined;
  memory?: string | undefined;
  folder?: string | undefined;
  tokens?: string | undefined;
}

const letterCases = ['written', 'upper', 'lower'] as const;

/** Parses the hints in the flags; stops at the first invalid one. */
export function readAddHints(flags: AddFlags): Omit<AddOptions, 'signal'> {
  return {
    name: flags.name,
    license: flags.license,
    attribution: flags.attribution,
    memoryMb: readNumber('memory', flags.memory),
    folder: flags.folder,
    tokens: flags.tokens,
    hints: {
      role: readChoice('role', flags.role, modelRoles),
      kind: readChoice('kind', flags.kind, recognizerKinds),
      letterCase: readChoice('letter-case', flags['letter-case'], letterCases),
      threshold: readNumber('threshold', flags.threshold),
      languages: readLanguages(flags.language),
    },
  };
}

function readChoice<Choice extends string>(
  flag: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const found = choices.find((choice) => choice === text);
  if (text !== undefined && found === undefined) {
    throw new Stop(`--${flag}: “${text}” is not one of ${choices.join(', ')}.`);
  }
  return found;
}

function readNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value))
    throw new Stop(`--${flag}: “${text}” is not a number above 0.`);
  return value;
}

/** Parses language tags, given separately or comma-separated, into canonical form. */
function readLanguages(given: string[] | undefined): string[] | undefined {
  const tags = given?.flatMap((text) => text.split(',')).map((tag) => tag.trim());
  return tags?.map((tag) => {
    try {
      const [canonical = tag] = Intl.getCanonicalLocales(tag);
      return canonical;
    } catch {
      throw new Stop(`--language: “${tag}” is not a language tag such as en or pt-BR.`);
    }
  });
}
