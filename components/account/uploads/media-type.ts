import { mediaTypes } from '#lib/transcript/media-endings';

/** What a file chooser offers: endings too, as systems do not know every type. */
export const chooserTypes = [
  'audio/*',
  'video/*',
  ...Object.keys(mediaTypes).map((ending) => `.${ending}`),
].join();

/** The media type under which a file is sent: by the ending of its name, else what the browser takes it for. */
export function getMediaType({ name, type }: { name: string; type: string }): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return mediaTypes[ending] ?? (type || 'application/octet-stream');
}

/** Whether a file is sound or video, as far as its name and the browser tell. */
export function isMedia(file: { name: string; type: string }): boolean {
  return /^(?:audio|video)\//.test(getMediaType(file));
}
