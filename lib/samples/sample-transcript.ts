import type { RecognitionRecord } from '#lib/recognition/record';
import type { EditChange } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

/* The transcript of `public/sample.mp3`, recognized by `zipformer-en-3.3m` and corrected by a person in two steps. */

export const sampleSeconds = 16.39;
export const sampleRecord: RecognitionRecord = {
  engineId: 'sherpa:zipformer-en-3.3m',
  engine: 'sherpa',
  model: 'zipformer-en-3.3m',
  version: '1.13.8',
  language: 'en',
  options: { language: 'auto', speakers: 'off', vocabulary: 0 },
  words: 'timed',
  speakersBy: 'none',
  speed: 26.3,
  notes: [],
};

/** Text, start and end in milliseconds, confidence. */
const heard =
  'and 110 390 0.567, mr 390 710 0.855, john 710 1030 0.753, dashwood 1030 1670 0.814, had 1670 1870 0.9, ' +
  'then 1870 2310 0.446, leisure 2310 2710 0.7, to 2710 2990 0.539, consider 2990 3590 0.775, how 3590 3990 0.652, ' +
  'much 3990 4350 0.631, there 4350 4550 0.464, might 4550 4790 0.763, be 4790 4990 0.949, ' +
  'prudently 4990 5390 0.708, in 5390 5590 0.382, his 5590 5830 0.552, power 5830 5990 0.822, to 5990 6190 0.797, ' +
  'do 6190 6390 0.851, for 6390 6630 0.437, them 6630 7110 0.561, he 7714 7954 0.5, was 7954 8314 0.512, ' +
  'not 8314 8674 0.808, an 8674 8914 0.827, old 8914 9234 0.518, disposed 9234 9634 0.598, young 9634 10034 0.597, ' +
  'man 10034 10514 0.629, unless 11234 11634 0.542, to 11634 11794 0.775, be 11794 11954 0.859, ' +
  'rather 11954 12474 0.7068, cold-hearted 12474 13274 0.697, and 13274 13514 0.438, rather 13514 14034 0.925, ' +
  'selfish 14034 14714 0.743, is 14714 14914 0.471, to 14914 15074 0.855, be 15074 15314 0.74, ' +
  'ill 15314 15474 0.454, disposed 15474 16387 0.597';

export const sampleWords: MachineWord[] = heard.split(', ').map((word) => {
  const [text = '', startMs, endMs, confidence] = word.split(' ');
  return { text, startMs: Number(startMs), endMs: Number(endMs), confidence: Number(confidence) };
});

const [first, second] = [
  'And Mr. John Dashwood had then leisure to consider how much there might be prudently in his power to do for them.',
  'He was not an ill-disposed young man, unless to be rather cold-hearted and rather selfish is to be ill-disposed.',
];

/** The successive corrections: first the misheard words, then paragraphs and the speaker’s name. */
export function listSampleEdits(speaker: string): EditChange[] {
  const whole = { id: 'm0', place: 'a0', speaker: 0, from: 0, to: sampleWords.length };
  const at = sampleWords.findIndex(({ text }) => text === 'he');
  return [
    { put: [{ ...whole, content: [{ text: `${first} ${second}` }] }], remove: [] },
    {
      put: [
        { ...whole, to: at, content: [{ text: first }] },
        { ...whole, id: 'p1', place: 'a1', from: at, content: [{ text: second }] },
      ],
      remove: [],
      speakers: [{ id: 0, name: speaker }],
    },
  ];
}
