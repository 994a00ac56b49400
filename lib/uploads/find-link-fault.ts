import { findTypeByEnding } from '#lib/recording-formats';
import * as texts from '#messages/uploads';

/** Sites whose URLs are pages with a player. Subdomains count as their site. */
const pageSites = [
  ...['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'vimeo.com', 'dailymotion.com', 'twitch.tv'],
  ...['soundcloud.com', 'spotify.com', 'podcasts.apple.com', 'deezer.com', 'mixcloud.com', 'audible.com'],
  ...['facebook.com', 'fb.watch', 'instagram.com', 'tiktok.com', 'x.com', 'twitter.com', 'linkedin.com'],
  ...['zoom.us', 'loom.com', 'ted.com', 'drive.google.com', 'docs.google.com', 'wetransfer.com', 'we.tl'],
];
const pageEnding = /\.html?$/i;

/**
 * Returns the reason why this can't be the link to a recording, as text; undefined if only fetching it can show that.
 */
export function findLinkFault(link: string): string | undefined {
  if (link === '') return texts.linkMissing();
  if (!URL.canParse(link)) return texts.linkInvalid();
  const { protocol, hostname, pathname, search } = new URL(link);
  if (!/^https?:$/.test(protocol)) return texts.linkInvalid();
  // These sites also serve files: player.vimeo.com, cdn.loom.com, zoom.us/rec/download.
  if (findTypeByEnding(pathname) !== undefined || /download/i.test(pathname + search)) return undefined;
  const isSite = pageSites.some((site) => hostname === site || hostname.endsWith(`.${site}`));
  return isSite || pageEnding.test(pathname) ? texts.linkIsPage() : undefined;
}
