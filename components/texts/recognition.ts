const plural = new Intl.PluralRules('en');
const number = new Intl.NumberFormat('en');
const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

const counted = (count: number, one: string, other: string): string =>
  `${number.format(count)} ${plural.select(count) === 'one' ? one : other}`;

/** What an engine is called: by its model, where it can have several. */
export function nameEngine({ engine, model }: { engine: string; model: string }): string {
  if (engine === 'pocketsphinx') return 'PocketSphinx';
  return engine === 'openai' ? `${model} (inference server)` : model;
}

/** The choices of a submission: what the upload form and the settings say of them. */
export const recognitionTexts = {
  options: 'Options',
  about: 'For the recordings and links you add from now on.',
  chosen: {
    speakers: (speakers: 'auto' | 'off' | number) =>
      typeof speakers === 'number' ? recognitionTexts.speakers.count(speakers) : chosenSpeakers[speakers],
    vocabulary: (phrases: number) => counted(phrases, 'vocabulary entry', 'vocabulary entries'),
  },
  faulty: 'Correct the options below first.',
  refused: 'These options can’t be used together. See the message below the option.',
  language: {
    label: 'Language',
    detect: 'Detect automatically',
    unset: 'Choose a language',
    only: (engine: string, language: string) => `${engine} only understands ${language}.`,
    notWith: (engine: string) => `Not with ${engine}`,
    none: 'No matching languages',
  },
  speakers: {
    label: 'Speakers',
    auto: 'Detect automatically',
    off: 'Don’t separate',
    count: (speakers: number) => counted(speakers, 'speaker', 'speakers'),
    noModel: 'No speaker model is installed on this server.',
  },
  vocabulary: {
    label: 'Vocabulary',
    hint: 'Names and terms that are likely to come up, one per line.',
    count: (count: number, max: number) => `${number.format(count)} of ${number.format(max)}`,
    unused: (engine: string) => `${engine} doesn’t support a vocabulary.`,
    unusedFor: (language: string) => `No engine for ${language} supports a vocabulary.`,
    unusedByAll: 'No engine on this server supports a vocabulary.',
    tooLong: (line: number, max: number) => `Line ${line}: longer than ${max} characters.`,
    notText: (line: number) => `Line ${line}: contains a character that isn’t text.`,
    tooMany: (count: number, max: number) =>
      `${number.format(count)} entries. The limit is ${number.format(max)}.`,
    moreFaults: (count: number) => `${counted(count, 'more line', 'more lines')} with errors.`,
  },
  engine: { label: 'Engine', automatic: 'Automatic' },
  standing: {
    title: 'Vocabulary',
    lead: 'Names and terms that come up often. Added to the vocabulary of every recording you submit.',
    field: 'Words and phrases',
    hint: 'One per line.',
    usedBy: (engines: string) => `Used by ${engines}.`,
    usedByAll: 'Used by every installed engine.',
    usedByNone: 'No engine on this server supports a vocabulary. Your list is kept for when one does.',
    save: 'Save vocabulary',
    saved: 'Saved.',
  },
} as const;

const chosenSpeakers = { auto: 'Speakers detected', off: 'Speakers not separated' } as const;

/** How a job was recognised: what its record says, and what a person should know of it. */
export const recordTexts = {
  title: 'About this transcript',
  details: 'Details',
  detailsOf: (name: string) => `Details of ${name}`,
  close: 'Close',
  engine: 'Engine',
  engines: { pocketsphinx: 'PocketSphinx', sherpa: 'sherpa-onnx', openai: 'Inference server' } as Record<
    string,
    string
  >,
  model: 'Model',
  version: 'Version',
  language: 'Language',
  automatic: (language: string) => `${language} (automatic)`,
  unknown: 'Unknown',
  speakers: 'Speakers',
  speakersAsked: {
    auto: 'Number detected',
    off: 'Not separated',
    count: (speakers: number) => `${counted(speakers, 'speaker', 'speakers')} expected`,
  },
  speakersBy: { none: 'not told apart', channel: 'told apart by channel', voice: 'told apart by voice' },
  vocabulary: 'Vocabulary',
  phrases: (count: number) => (count === 0 ? 'None' : counted(count, 'word or phrase', 'words and phrases')),
  speed: 'Speed',
  timesRealTime: (speed: number) =>
    `${speed < 10 ? exact.format(speed) : number.format(Math.round(speed))}× real time`,
  notes: 'Notes',
  note: {
    'speakers-failed': 'Speakers could not be told apart, so the transcript has one speaker.',
    'words-removed': 'Words that were repeated, or heard in silence, were removed.',
    spread: 'Word times are estimated: the engine doesn’t time each word.',
  },
  basic: {
    short: 'About 1 word in 4 is wrong',
    long: 'About one word in four is wrong: this transcript comes from PocketSphinx, the basic engine. For better words, whoever runs this server can install a speech model:',
    command: 'npm run models -- list',
    dismiss: 'Dismiss',
  },
} as const;
