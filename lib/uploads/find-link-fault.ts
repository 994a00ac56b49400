import { findTypeByEnding } from '#lib/recording-formats';
import * as texts from '#messages/uploads';

/** Sites whose addresses are pages with a player. A subdomain counts as its site. */
const pageSites = [
  ...['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'vimeo.com', 'dailymotion.com', 'twitch.tv'],
  ...['soundcloud.com', 'spotify.com', 'podcasts.apple.com', 'deezer.com', 'mixcloud.com', 'audible.com'],
  ...['facebook.com', 'fb.watch', 'instagram.com', 'tiktok.com', 'x.com', 'twitter.com', 'linkedin.com'],
  ...['zoom.us', 'loom.com', 'ted.com', 'drive.google.com', 'docs.google.com', 'wetransfer.com', 'we.tl'],
];
const pageEnding = /\.html?$/i;

/** Why this can't be the link to a recording, in words; undefined if only fetching it can tell. */
export function findLinkFault(link: string): string | undefined {
  if (link === '') return texts.linkMissing();
  if (!URL.canParse(link)) return texts.linkInvalid();
  const { protocol, hostname, pathname, search } = new URL(link);
  if (!/^https?:$/.test(protocol)) return texts.linkInvalid();
  // Sites of pages serve files, too: player.vimeo.com, cdn.loom.com, zoom.us/rec/download.
  if (findTypeByEnding(pathname) !== undefined || /download/i.test(pathname + search)) return undefined;
  const isSite = pageSites.some((site) => hostname === site || hostname.endsWith(`.${site}`));
  return isSite || pageEnding.test(pathname) ? texts.linkIsPage() : undefined;
}
