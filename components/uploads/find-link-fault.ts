import * as texts from '#messages/uploads';

/** Sites whose addresses are pages with a player, never files. A subdomain counts as its site. */
const pageSites = [
  ...['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'vimeo.com', 'dailymotion.com', 'twitch.tv'],
  ...['soundcloud.com', 'spotify.com', 'podcasts.apple.com', 'deezer.com', 'mixcloud.com', 'audible.com'],
  ...['facebook.com', 'fb.watch', 'instagram.com', 'tiktok.com', 'x.com', 'twitter.com', 'linkedin.com'],
  ...['zoom.us', 'loom.com', 'ted.com', 'drive.google.com', 'docs.google.com', 'wetransfer.com', 'we.tl'],
];
const pageEndings = /\.(?:html?|php|aspx?|jsp)$/i;

/** Why this can't be the link to a recording, in words; undefined if only fetching it can tell. */
export function findLinkFault(link: string): string | undefined {
  if (link === '') return texts.linkMissing();
  const url = URL.parse(link);
  if (url === null || !/^https?:$/.test(url.protocol)) return texts.linkInvalid();
  const { hostname, pathname } = url;
  const isSite = pageSites.some((site) => hostname === site || hostname.endsWith(`.${site}`));
  return isSite || pageEndings.test(pathname) ? texts.linkIsPage() : undefined;
}
