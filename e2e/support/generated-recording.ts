import { execFile } from 'node:child_process';
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { setClockRate } from './set-clock-rate';
import { ffmpeg } from './speech';

/*
 * Recordings generated at random: joined, with holes, several tracks, other rates, and clocks that begin anywhere,
 * jump, go back, or run at a wrong rate.
 */

interface Kind {
  args: readonly string[];
  rates: readonly number[];
  /** The channels of all parts; left out where each part may have its own. */
  channels?: number;
  /** True if joined parts follow one clock, as in broadcasts. */
  isJoinedByClock?: boolean;
  /** True if the clock of one recording may begin anywhere and have holes. */
  hasClock?: boolean;
  hasTracks?: boolean;
  /** True if the silence that the encoder adds to each part is audible where parts are joined. */
  hasPadding?: boolean;
  /** True if the clock can run at a wrong rate (`setClockRate`). */
  hasClockRate?: boolean;
  /** True if the sound of each part has its own packet ID. */
  hasPids?: boolean;
}

const aac = ['-c:a', 'aac'];
const opus = ['-c:a', 'libopus'];
const clocked = { hasClock: true, hasTracks: true };
const scaled = { ...clocked, hasClockRate: true };

/** The kinds of recordings, by file name extension. */
export const recordingKinds: Readonly<Record<string, Kind>> = {
  ts: { args: aac, rates: [48_000, 44_100, 22_050], isJoinedByClock: true, ...clocked },
  mpg: { args: ['-c:a', 'mp2'], rates: [48_000, 44_100], isJoinedByClock: true, ...clocked },
  webm: { args: opus, rates: [48_000, 24_000], ...scaled },
  mkv: { args: aac, rates: [48_000], ...scaled },
  m4a: { args: aac, rates: [44_100], ...scaled },
  mp4: { args: [...aac, '-movflags', 'frag_keyframe+empty_moov'], rates: [44_100], ...scaled },
  flv: { args: aac, rates: [44_100], hasClock: true, hasClockRate: true },
  avi: { args: ['-c:a', 'libmp3lame'], rates: [44_100], hasClockRate: true },
  opus: { args: opus, rates: [48_000, 24_000] },
  oga: { args: [...opus, '-serial_offset', '7', '-f', 'opus'], rates: [48_000, 24_000] },
  ogg: { args: ['-c:a', 'libvorbis'], rates: [44_100, 22_050, 48_000] },
  aac: { args: [], rates: [48_000, 22_050, 32_000] },
  mp3: { args: [], rates: [44_100, 22_050], hasPadding: true },
  flac: { args: [], rates: [22_050] },
  wv: { args: [], rates: [22_050], channels: 1 },
  voc: { args: [], rates: [22_050], channels: 1 },
  wma: { args: [], rates: [44_100], channels: 2 },
  aiff: { args: [], rates: [44_100], channels: 1 },
  caf: { args: [], rates: [22_050], channels: 2 },
  w64: { args: [], rates: [22_050], channels: 1 },
  wav: { args: [], rates: [22_050], channels: 2 },
  m2t: { args: aac, rates: [48_000], hasPids: true },
};

export interface GeneratedRecording {
  file: string;
  /** Its ingredients, for messages. */
  made: string[];
  /** Its length in seconds: all samples that ffmpeg decodes of its parts, plus the holes. */
  seconds: number;
  /** The length of the longest track, even if that is silent. */
  longestSeconds: number;
  /** The number of tracks; each of several may be audible or not. */
  tracks: number;
  /** The audible ranges, in seconds. */
  heard: Array<{ from: number; until: number }>;
}

type Random = () => number;

const pick = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};

/** Generates a recording of this kind; `name` is its path without the extension. */
export function generateRecording(kind: string, name: string, random: Random): Promise<GeneratedRecording> {
  const { hasClock = false, hasTracks = false, hasClockRate = false } = recordingKinds[kind] ?? {};
  const shapes = [
    join,
    ...(hasClock ? [leaveHole] : []),
    ...(hasTracks ? [addTracks] : []),
    ...(hasClockRate ? [runAtWrongRate] : []),
  ];
  return pick(random, shapes)(kind, `${name}.${kind}`, random);
}

/** Returns the source of a loud tone whose level varies fast and slowly, as a voice's does; no two voices are alike. */
function toTone(voice: number, seconds: number, rate: number): string {
  const level = `tremolo=f=${2.3 + 1.9 * voice}:d=0.9,tremolo=f=${0.7 + 0.5 * voice}:d=0.5`;
  return `sine=${440 + 200 * voice}:d=${seconds}:sample_rate=${rate},volume=6,${level}`;
}

const toSeconds = (random: Random): number => 1 + Math.round(random() * 20) / 10;

/** Appends parts of any rate and channels to one another. */
async function join(kind: string, file: string, random: Random): Promise<GeneratedRecording> {
  const description = recordingKinds[kind] ?? fail(kind);
  const { args, rates, channels: all, isJoinedByClock = false, hasPadding = false, hasPids } = description;
  const recording: GeneratedRecording = {
    file,
    made: [],
    seconds: 0,
    longestSeconds: 0,
    tracks: 1,
    heard: [],
  };
  let clock = isJoinedByClock ? random() * 50_000 : 0;
  const count = isJoinedByClock ? 2 + Math.floor(random() * 2) : 1 + Math.floor(random() * 3);
  const parts: Array<{ piece: string; seconds: number; hole: number }> = [];
  const inputs: string[] = [];
  const outputs: string[] = [];
  for (let part = 0; part < count; part += 1) {
    const seconds = toSeconds(random);
    const events = part === 0 || !isJoinedByClock ? ['on'] : ['on', 'hole', 'ahead', 'back'];
    const event = pick(random, events);
    const hole = event === 'hole' ? 2 + random() * 40 : 0;
    if (event === 'ahead') clock += 400 + random() * 20_000;
    if (event === 'back') clock = Math.max(0, clock - 10 - random() * 20_000);
    clock += hole;
    const rate = pick(random, rates);
    const channels = all ?? pick(random, [1, 2]);
    const piece = `${file}.${part}.${kind}`;
    const offset = isJoinedByClock
      ? ['-muxdelay', '0', '-muxpreload', '0', '-output_ts_offset', String(clock)]
      : [];
    const pids = hasPids ? ['-mpegts_start_pid', String(0x100 * (part + 1))] : [];
    inputs.push('-f', 'lavfi', '-i', toTone(part, seconds, rate));
    outputs.push('-map', String(part), '-ac', String(channels), ...args, ...offset, ...pids, piece);
    parts.push({ piece, seconds, hole });
    recording.made.push(`${event} ${clock.toFixed(1)}: ${seconds} s, ${rate} Hz, ${channels} ch`);
    clock += seconds;
  }
  await ffmpeg(...inputs, ...outputs);
  const lengths = await countSamples(
    parts.map(({ piece }) => piece),
    { keepsPadding: hasPadding && count > 1 },
  );
  await writeFile(file, '');
  for (const [at, { piece, seconds, hole }] of parts.entries()) {
    await appendFile(file, await readFile(piece));
    await rm(piece);
    const from = recording.seconds + hole;
    recording.heard.push({ from, until: from + seconds });
    recording.seconds = from + (lengths[at] ?? Number.NaN);
  }
  return { ...recording, longestSeconds: recording.seconds };
}

/** Makes one part whose clock begins anywhere, perhaps with a hole in its sound. */
async function leaveHole(kind: string, file: string, random: Random): Promise<GeneratedRecording> {
  const { args, rates, channels = pick(random, [1, 2]) } = recordingKinds[kind] ?? fail(kind);
  const rate = pick(random, rates);
  const [before, after] = [toSeconds(random), toSeconds(random)];
  const hole = pick(random, [0, 2, 7.5, 60]);
  const offset = pick(random, [0, 1.7, 36_000]);
  const tone = toTone(0, before + hole + after, rate);
  const graph = `aselect='lt(t,${before})+gte(t,${before + hole})'`;
  const clock = ['-output_ts_offset', String(offset)];
  await ffmpeg('-f', 'lavfi', '-i', tone, '-af', graph, '-ac', String(channels), ...args, ...clock, file);
  const length = ((await countSamples([file]))[0] ?? Number.NaN) + hole;
  return {
    file,
    made: [`${before} s, ${hole} s missing, ${after} s, from ${offset}, ${rate} Hz, ${channels} ch`],
    ...{ seconds: length, longestSeconds: length },
    tracks: 1,
    heard: [
      { from: 0, until: before },
      { from: before + hole, until: before + hole + after },
    ],
  };
}

/** Makes one part whose clock runs at a wrong rate from beginning to end. */
async function runAtWrongRate(kind: string, file: string, random: Random): Promise<GeneratedRecording> {
  const { args, rates, channels = pick(random, [1, 2]) } = recordingKinds[kind] ?? fail(kind);
  const [seconds, rate] = [3 * toSeconds(random), pick(random, rates)];
  const times = pick(random, [0.5, 1.5, 2, 10]);
  await ffmpeg('-f', 'lavfi', '-i', toTone(0, seconds, rate), '-ac', String(channels), ...args, file);
  const [decoded = Number.NaN] = await countSamples([file]);
  await setClockRate(file, times);
  return {
    file,
    made: [`${seconds} s, ${times} times as long by the clock, ${rate} Hz, ${channels} ch`],
    ...{ seconds: decoded, longestSeconds: decoded },
    tracks: 1,
    heard: [{ from: 0, until: seconds }],
  };
}

/** Makes several tracks, each of which is audible when the others aren't, or never. */
async function addTracks(kind: string, file: string, random: Random): Promise<GeneratedRecording> {
  const { args, rates } = recordingKinds[kind] ?? fail(kind);
  const channels = pick(random, [1, 2]);
  const count = 2 + Math.floor(random() * 2);
  const silent = pick(random, [-1, 0, 1]);
  const inputs: string[] = [];
  const heard: GeneratedRecording['heard'] = [];
  let at = 0;
  for (let track = 0; track < count; track += 1) {
    const seconds = toSeconds(random);
    const rate = pick(random, rates);
    const delay = `adelay=${Math.round(at * 1000)}:all=1`;
    const quiet = track === silent ? ',volume=0' : '';
    inputs.push('-f', 'lavfi', '-i', `${toTone(track, seconds, rate)},${delay}${quiet}`);
    if (track !== silent) heard.push({ from: at, until: at + seconds });
    at += seconds;
  }
  const map = Array.from({ length: count }, (_, track) => ['-map', String(track)]).flat();
  await ffmpeg(...inputs, ...map, '-ac', String(channels), ...args, file);
  const lengths = await countSamples([file], { tracks: Array.from({ length: count }, (_, track) => track) });
  const made = [`${count} tracks of ${channels} ch, of which number ${silent + 1} is silent`];
  const seconds = Math.max(...lengths.filter((_, track) => track !== silent));
  return { file, made, seconds, longestSeconds: Math.max(...lengths), tracks: count, heard };
}

/**
 * Counts the seconds that ffmpeg decodes of these audio tracks of each file, ignoring clocks. Uses one run, as each
 * takes a tenth of a second to start.
 */
async function countSamples(
  files: readonly string[],
  { tracks = [0], keepsPadding = false }: { tracks?: readonly number[]; keepsPadding?: boolean } = {},
): Promise<number[]> {
  const input = keepsPadding ? ['-flags2', 'skip_manual', '-i'] : ['-i'];
  const sounds = files.flatMap((_, file) => tracks.map((track) => `${file}:a:${track}`));
  const outputs = sounds.map((_, at) => `${files[0]}.${at}.s16le`);
  const decode = ['-af', 'asetpts=N/SR/TB,aresample=8000', '-ac', '1', '-f', 's16le'];
  await promisify(execFile)('ffmpeg', [
    ...['-nostdin', '-v', 'quiet', '-y', ...files.flatMap((file) => [...input, file])],
    ...sounds.flatMap((sound, at) => ['-map', sound, ...decode, outputs[at] ?? '']),
  ]);
  const sizes = await Promise.all(outputs.map(async (output) => (await stat(output)).size));
  for (const output of outputs) await rm(output);
  return sizes.map((bytes) => bytes / 16_000);
}

function fail(kind: string): never {
  throw new Error(`no such kind: ${kind}`);
}
