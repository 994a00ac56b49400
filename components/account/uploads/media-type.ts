/** What browsers and systems call otherwise, or do not know, by the ending of the file's name. */
const byEnding: Record<string, string> = {
  aif: 'audio/x-aiff',
  aiff: 'audio/x-aiff',
  aifc: 'audio/x-aifc',
  avi: 'video/x-msvideo',
  flv: 'video/x-flv',
  m4a: 'audio/mp4',
  m4v: 'video/x-m4v',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  mpg: 'video/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  opus: 'audio/ogg',
  ra: 'audio/x-realaudio',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  wmv: 'video/x-ms-wmv',
};

/** What a file chooser offers: endings too, as systems do not know every type. */
export const chooserTypes = [
  'audio/*',
  'video/*',
  ...Object.keys(byEnding).map((ending) => `.${ending}`),
].join();

/** The media type under which a file is sent: by the ending of its name, else what the browser takes it for. */
export function getMediaType({ name, type }: { name: string; type: string }): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return byEnding[ending] ?? (type || 'application/octet-stream');
}

/** Whether a file is sound or video, as far as its name and the browser tell. */
export function isMedia(file: { name: string; type: string }): boolean {
  return /^(?:audio|video)\//.test(getMediaType(file));
}
