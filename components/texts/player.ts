const plural = new Intl.PluralRules('en');
const count = (n: number, one: string, other: string): string =>
  `${n} ${plural.select(n) === 'one' ? one : other}`;

/** A moment or a length in words, such as "4 minutes 32" or "3 hours 2". */
function inWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) return `${count(hours, 'hour', 'hours')} ${minutes % 60}`;
  if (minutes > 0) return `${count(minutes, 'minute', 'minutes')} ${seconds % 60}`;
  return count(seconds, 'second', 'seconds');
}

/** What the player says. */
export const playerTexts = {
  player: 'Player',
  play: 'Play',
  pause: 'Pause',
  back: (seconds: number) => `Back ${count(seconds, 'second', 'seconds')}`,
  forward: (seconds: number) => `Forward ${count(seconds, 'second', 'seconds')}`,
  timeline: 'Position in the recording',
  position: (ms: number, lengthMs: number) => `${inWords(ms)} of ${inWords(lengthMs)}`,
  rate: (rate: number) => `Speed ${rate.toFixed(1)}`,
  rateShort: (rate: number) => `${rate.toFixed(1)}×`,
  speed: 'Speed',
  volume: 'Volume',
  mute: 'Mute',
  unmute: 'Unmute',
  loopOn: 'Repeat this monologue or what is selected',
  loopOff: 'Stop repeating',
  looping: (from: string, to: string) => `Repeating ${from} to ${to}`,
  loopEnded: 'Repeating ended',
  followOn: 'The page scrolls with the sound',
  followOff: 'The page no longer scrolls with the sound',
  backToWord: 'Back to the playing word',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  loading: 'The recording is being fetched…',
  preparing: (percent: number | undefined) =>
    percent === undefined
      ? 'The recording is being prepared for listening. You can read and write meanwhile.'
      : `The recording is being prepared for listening: ${Math.round(percent)} %. You can read and write meanwhile.`,
  notGiven: 'The recording is not open to you here. The text is.',
  unplayable: 'This browser could not play the recording.',
  tryAgain: 'Try again',
  picture: 'Picture',
  hidePicture: 'Hide the picture',
  showPicture: 'Show the picture',
  fullScreen: 'Full screen',
  options: {
    title: 'Sound settings',
    skip: 'Back and forward by',
    stepBack: 'Step back when resuming',
    seconds: (n: number) => count(n, 'second', 'seconds'),
    hold: 'Play only while the key is held',
    follow: 'Scroll with the sound',
    seekOnClick: 'A plain click in the text goes to that moment',
    seekOnClickHelp: 'Otherwise a double click, or a click with Alt, does.',
    pedal: 'Foot pedal…',
  },
  pedal: {
    title: 'Foot pedal',
    help: 'The middle pedal plays as long as it is held, the left one winds back, the right one forward. Pedals that send keys need nothing here: give those keys to the commands under Shortcuts.',
    connect: 'Connect a pedal',
    none: 'No pedal is connected.',
    connected: (name: string) => `${name} is connected.`,
    unknown: 'This pedal is new to us. Please show its pedals one after the other.',
    press: {
      left: 'Press the left pedal…',
      middle: 'Press the middle pedal…',
      right: 'Press the right pedal…',
    },
    skip: 'I have no such pedal',
    learn: 'Show its pedals again',
    failed: 'The pedal could not be opened. Another program may be using it.',
    close: 'Close',
  },
  commands: {
    playPause: 'Play or pause',
    skipBack: 'Back a few seconds',
    skipForward: 'Forward a few seconds',
    monologueBack: 'Back one monologue',
    monologueForward: 'Forward one monologue',
    slower: 'Slower',
    faster: 'Faster',
    normalSpeed: 'Normal speed',
    playFromCaret: 'Play from the caret',
    caretToWord: 'Caret to the playing word',
    loop: 'Repeat the monologue or the selection',
    mute: 'Sound off or on',
    follow: 'Scroll with the sound, or not',
    picture: 'Show or hide the picture',
  },
} as const;
