/*
 * The recording formats that Longhand accepts: those that ffmpeg reads from a single file. The allowed demuxers, the
 * extensions in file choosers and folders, the media types of clients, and the table in docs/formats.md derive from
 * this. Never add a demuxer that opens other files or URLs (playlists, concat, DASH, image sequences, SDP), or one that
 * ffmpeg selects by file name alone, such as for samples without a header.
 */

/** The media type for files whose own type the API doesn't list: their content decides. */
export const undeclaredType = 'application/octet-stream';

/** A container, or a codec that needs none. */
export interface RecordingFormat {
  name: string;
  demuxers: readonly string[];
  /** The media types sent for a file, by its extension in lower case. */
  endings: Readonly<Record<string, string>>;
}

const undeclared = (...endings: string[]): Record<string, string> => sentAs(undeclaredType, ...endings);

function sentAs(type: string, ...endings: string[]): Record<string, string> {
  return Object.fromEntries(endings.map((ending) => [ending, type]));
}

/** All formats, audio before video, by name. */
export const recordingFormats: readonly RecordingFormat[] = [
  { name: 'AAC (ADTS, LATM)', demuxers: ['aac', 'loas'], endings: undeclared('aac', 'adts', 'latm', 'loas') },
  { name: 'AC-3, E-AC-3', demuxers: ['ac3', 'eac3'], endings: undeclared('ac3', 'eac3', 'ec3') },
  { name: 'ACT voice recorders', demuxers: ['act'], endings: undeclared('act') },
  {
    name: 'AIFF',
    demuxers: ['aiff'],
    endings: { ...sentAs('audio/x-aiff', 'aif', 'aiff'), aifc: 'audio/x-aifc' },
  },
  { name: 'AMR', demuxers: ['amr'], endings: undeclared('amr', 'awb') },
  { name: 'ATRAC (OpenMG)', demuxers: ['oma'], endings: undeclared('oma', 'aa3') },
  { name: 'AU', demuxers: ['au'], endings: undeclared('au', 'snd') },
  { name: 'CAF', demuxers: ['caf'], endings: undeclared('caf') },
  { name: 'Codec 2', demuxers: ['codec2'], endings: undeclared('c2') },
  { name: 'DSD', demuxers: ['dsf', 'iff'], endings: undeclared('dsf', 'dff') },
  { name: 'DSS', demuxers: ['dss'], endings: undeclared('dss') },
  { name: 'DTS', demuxers: ['dts', 'dtshd'], endings: undeclared('dts', 'dtshd') },
  { name: 'FLAC', demuxers: ['flac'], endings: undeclared('flac') },
  { name: 'GSM', demuxers: ['gsm'], endings: undeclared('gsm') },
  { name: 'iLBC', demuxers: ['ilbc'], endings: undeclared('lbc') },
  { name: 'IRCAM', demuxers: ['ircam'], endings: undeclared('ircam', 'sf') },
  { name: 'MLP, TrueHD', demuxers: ['mlp', 'truehd'], endings: undeclared('mlp', 'thd', 'truehd') },
  { name: 'Monkey’s Audio', demuxers: ['ape'], endings: undeclared('ape') },
  { name: 'MP3, MP2', demuxers: ['mp3'], endings: sentAs('audio/mpeg', 'mp3', 'mp2', 'mpa', 'mpga') },
  { name: 'Musepack', demuxers: ['mpc', 'mpc8'], endings: undeclared('mpc') },
  { name: 'NIST SPHERE', demuxers: ['nistsphere'], endings: undeclared('sph', 'nist') },
  { name: 'PVF', demuxers: ['pvf'], endings: undeclared('pvf') },
  { name: 'QCP', demuxers: ['qcp'], endings: undeclared('qcp') },
  { name: 'Shorten', demuxers: ['shn'], endings: undeclared('shn') },
  { name: 'SoX', demuxers: ['sox'], endings: undeclared('sox') },
  { name: 'TAK', demuxers: ['tak'], endings: undeclared('tak') },
  { name: 'True Audio', demuxers: ['tta'], endings: undeclared('tta') },
  { name: 'TwinVQ', demuxers: ['vqf'], endings: undeclared('vqf') },
  { name: 'VOC', demuxers: ['voc'], endings: undeclared('voc') },
  {
    name: 'WAV (RF64, BW64, Wave64)',
    demuxers: ['wav', 'w64'],
    endings: { ...sentAs('audio/wav', 'wav', 'wave', 'bwf'), ...undeclared('rf64', 'w64') },
  },
  { name: 'WavPack', demuxers: ['wv'], endings: undeclared('wv') },
  { name: 'AVI', demuxers: ['avi'], endings: sentAs('video/x-msvideo', 'avi', 'divx') },
  { name: 'DAV (video surveillance)', demuxers: ['dhav'], endings: undeclared('dav') },
  { name: 'DV', demuxers: ['dv'], endings: undeclared('dv', 'dif') },
  { name: 'Flash Video', demuxers: ['flv', 'live_flv'], endings: sentAs('video/x-flv', 'flv') },
  { name: 'GXF', demuxers: ['gxf'], endings: undeclared('gxf') },
  {
    name: 'Matroska, WebM',
    demuxers: ['matroska', 'webm'],
    endings: {
      ...sentAs('video/x-matroska', 'mkv', 'mka', 'mk3d'),
      ...{ webm: 'video/webm', weba: 'audio/webm' },
    },
  },
  {
    name: 'MP4, QuickTime, 3GP',
    demuxers: ['mov'],
    endings: {
      ...sentAs('audio/mp4', 'm4a', 'm4b', 'm4r'),
      ...{ mp4: 'video/mp4', m4v: 'video/x-m4v' },
      ...sentAs('video/quicktime', 'mov', 'qt'),
      ...undeclared('3gp', '3gpp', '3ga', '3g2', 'f4a', 'f4v'),
    },
  },
  {
    name: 'MPEG program stream',
    demuxers: ['mpeg'],
    endings: sentAs('video/mpeg', 'mpg', 'mpeg', 'vob', 'm2p'),
  },
  { name: 'MPEG transport stream', demuxers: ['mpegts'], endings: undeclared('ts', 'm2ts', 'mts', 'm2t') },
  { name: 'MXF', demuxers: ['mxf'], endings: undeclared('mxf') },
  { name: 'NSV', demuxers: ['nsv'], endings: undeclared('nsv') },
  { name: 'NUT', demuxers: ['nut'], endings: undeclared('nut') },
  {
    name: 'Ogg (Opus, Vorbis, Speex, FLAC)',
    demuxers: ['ogg'],
    endings: {
      ...sentAs('audio/ogg', 'ogg', 'oga', 'opus', 'spx'),
      ...sentAs('video/ogg', 'ogv', 'ogm', 'ogx'),
    },
  },
  {
    name: 'RealAudio, RealMedia',
    demuxers: ['rm', 'ivr'],
    endings: { ra: 'audio/x-realaudio', ...undeclared('rm', 'rmvb', 'ivr') },
  },
  { name: 'TiVo', demuxers: ['ty'], endings: undeclared('ty') },
  {
    name: 'Windows Media (ASF)',
    demuxers: ['asf', 'asf_o', 'xwma'],
    endings: { wmv: 'video/x-ms-wmv', ...undeclared('wma', 'asf', 'xwma') },
  },
  { name: 'WTV (Windows TV)', demuxers: ['wtv'], endings: undeclared('wtv') },
];

/** The media types sent for a file, by its extension in lower case. */
export const recordingEndings: Readonly<Record<string, string>> = Object.fromEntries(
  recordingFormats.flatMap(({ endings }) => Object.entries(endings)),
);

const otherRecordings: ReadonlySet<string> = new Set([
  undeclaredType,
  'application/mxf',
  'application/ogg',
  'application/vnd.rn-realmedia',
  'application/vnd.rn-realmedia-vbr',
]);

/** True if a media type doesn't rule out a recording. */
export function mayBeRecording(type: string): boolean {
  const [essence = ''] = type.split(';', 1);
  const plain = essence.trim().toLowerCase();
  return /^(?:audio|video)\//.test(plain) || otherRecordings.has(plain);
}

/** Returns the media type for a file name's extension; undefined if it isn't a recording's. */
export function findTypeByEnding(fileName: string): string | undefined {
  const ending = /\.([a-z0-9]+)\s*$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(recordingEndings, ending) ? recordingEndings[ending] : undefined;
}
