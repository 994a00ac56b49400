import { open } from 'node:fs/promises';
import path from 'node:path';
import { findParts, type Part } from '#lib/media/input/find-parts';
import { readingLimits, runTool, ToolFailure } from '#lib/media/run-tool';
import { understatesLength } from '#lib/media/input/wav-length';
import { recordingFormats } from '#lib/recording-formats';

/** The ffmpeg demuxers that may read an untrusted file: only single-file containers, none that refer to other files. */
const containers = recordingFormats.flatMap(({ demuxers }) => demuxers).join();

/** More pixels than any level of H.264, H.265 or AV1 allows. */
const maxPicturePixels = 8192 * 8192;

/**
 * Returns ffmpeg's input arguments for an untrusted file: no demuxer may open any other file, and no cover is decoded,
 * which both tools would do to read its size. Concatenated recordings are read one after the other if their sound is of
 * one kind. An MP4 file's edit list follows its clock, and would drop sound if that is wrong, so `ignoresEdits` ignores
 * it.
 */
export async function inputArguments(
  inputPath: string,
  { ignoresEdits = false }: { ignoresEdits?: boolean } = {},
): Promise<string[]> {
  const file = path.resolve(inputPath);
  const { heard } = await findParts(file, describeSound);
  if (heard.length <= 1) {
    const url = heard[0] === undefined ? `file:${file}` : toUrl(file, heard[0]);
    const isWithoutEdits = ignoresEdits && isMp4((await readStart(file)).toString('latin1'));
    const options = [
      understatesLength(file) ? ['-ignore_length', '1'] : [],
      isWithoutEdits ? ['-ignore_editlist', '1'] : [],
    ].flat();
    return argumentsFor(url, options);
  }
  // The only list that ffmpeg may read, and it is written here.
  const lines = heard.map((part) => `file '${toUrl(file, part).replaceAll("'", String.raw`'\''`)}'`);
  const list = Buffer.from(['ffconcat version 1.0', ...lines, ''].join('\n')).toString('base64');
  return argumentsFor(`data:text/plain;base64,${list}`, ['-f', 'concat', '-safe', '0']);
}

function argumentsFor(url: string, options: readonly string[] = []): string[] {
  const isList = url.startsWith('data:');
  return [
    ['-protocol_whitelist', isList ? 'file,subfile,data' : 'file,subfile'],
    ['-format_whitelist', isList ? `concat,${containers}` : containers, '-threads', '1'],
    // V is every video stream except covers. The two must be spelled differently: repeated options are compared without
    // case.
    ['-max_pixels', '1', '-max_pixels:V', String(maxPicturePixels)],
    [...options, '-i', url],
  ].flat();
}

/** True for the beginning of an MP4 file, decoded as Latin-1. */
export function isMp4(head: string): boolean {
  return /^.{4}(ftyp|moov|mdat|wide|free|skip)/s.test(head);
}

/** Reads the first 4 KiB of a file. */
export async function readStart(inputPath: string): Promise<Buffer> {
  const file = await open(inputPath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function toUrl(file: string, { from, end }: Part): string {
  return `subfile,,start,${from},end,${end},,:${file}`;
}

/** Codecs whose frames state their number of channels. */
const isSelfDescribing = /^(aac|ac3|eac3|flac|mp2|mp3|opus)$/;

/**
 * Returns the codec, sample rate and channels of a part's sound; parts in which these differ need separate decoders.
 */
async function describeSound(file: string, part: Part): Promise<string> {
  const entries = 'stream=codec_name,sample_rate,channels';
  const args = [
    '-v',
    'error',
    ...argumentsFor(toUrl(file, part)),
    '-select_streams',
    'a',
    '-show_entries',
    entries,
  ];
  try {
    const { stdout } = await runTool('ffprobe', [...args, '-of', 'csv=p=0'], readingLimits(1));
    const streams = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    return streams
      .map(([codec = '', rate, channels]) =>
        (isSelfDescribing.test(codec) ? [codec, rate] : [codec, rate, channels]).join(),
      )
      .join('\n');
  } catch (error) {
    if (error instanceof ToolFailure) return '';
    throw error;
  }
}

/** Returns ffmpeg's input arguments for each concatenated recording that `inputArguments` leaves out. */
export async function listUnheardInputs(inputPath: string): Promise<string[][]> {
  const file = path.resolve(inputPath);
  const { unheard } = await findParts(file, describeSound);
  return unheard.map((part) => argumentsFor(toUrl(file, part)));
}
