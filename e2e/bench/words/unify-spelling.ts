/*
 * Maps words with more than one spelling to one of them, the American one. Only patterns that can't turn one word into
 * another are rules ("your" must not become "yor"); other words are listed.
 */

const stems = {
  our:
    'arb|ard|arm|behavi|cand|clam|col|demean|endeav|fav|ferv|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum|sav|savi|' +
    'splend|succ|tum|val|vap|vig|misdemean|enam|disc|belab',
  double:
    'travel|cancel|model|label|level|signal|fuel|counsel|marvel|quarrel|total|dial|rival|pedal|tunnel|channel|panel|funnel|' +
    'parcel|shovel|unravel|trial|jewel|equal|grovel|snivel|shrivel|swivel|libel|duel|refuel|bevel|chisel|tinsel',
};

const rules: ReadonlyArray<readonly [pattern: RegExp, replacement: string]> = [
  [new RegExp(`\\b((?:un|dis|re|mis)?(?:${stems.our}))our`), '$1or'],
  [new RegExp(`^((?:un|re)?(?:${stems.double}))l(ed|ing|ings|er|ers)$`), '$1$2'],
  // Long enough for "rise", "wise" and "prise" to stay.
  [/^(\w{3,}[^aeiou])is(e|ed|es|er|ers|ing|ation|ations|ational)$/, '$1iz$2'],
  [/^(\w*(?:anal|paral|catal))ys(e|ed|es|er|ers|ing)$/, '$1yz$2'],
  [
    /^(cent|theat|met|lit|fib|calib|somb|spect|lust|meag|kilomet|centimet|millimet|mit|och|sab|sept)re(s?)$/,
    '$1er$2',
  ],
  [/^(catal|dial|monol|epil|prol|anal|travel)ogue(s?)$/, '$1og$2'],
  [/^(def|off|pret|lic)ence(s?)$/, '$1ense$2'],
];

/** Words in -ing, written without the g. */
const droppedG =
  /^(go|do|com|noth|someth|anyth|everyth|talk|look|gett|mak|tak|try|work|runn|walk|say|see|think|feel|liv|lov)in$/;

const listed = new Map(
  [
    'ok okay okey',
    'gray grey',
    'check cheque',
    'checks cheques',
    'plow plough',
    'mold mould',
    'program programme',
    'programs programmes',
    'skeptic sceptic',
    'skeptical sceptical',
    'jewelry jewellery',
    'curb kerb',
    'tire tyre',
    'tires tyres',
    'pajamas pyjamas',
    'mustache moustache',
    'aluminum aluminium',
    'ax axe',
    'cozy cosy',
    'draft draught',
    'maneuver manoeuvre',
    'encyclopedia encyclopaedia',
    'medieval mediaeval',
    'fulfill fulfil',
    'enroll enrol',
    'skillful skilful',
    'judgment judgement',
    'acknowledgment acknowledgement',
    'aging ageing',
    'practice practise',
    'practicing practising',
    'story storey',
    'woolen woollen',
    'marvelous marvellous',
    'barbecue barbeque',
    'donut doughnut',
    'donuts doughnuts',
    'though tho',
    'through thru',
    'til till',
  ].flatMap((line) => {
    const [first = '', ...others] = line.split(' ');
    return others.map((other) => [other, first] as const);
  }),
);

/** The common spelling of a word's variants, in lower case: "colour" and "color" are "color". */
export function unifySpelling(word: string): string {
  const known = listed.get(word);
  if (known !== undefined) return known;
  if (droppedG.test(word)) return `${word}g`;
  return rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), word);
}
