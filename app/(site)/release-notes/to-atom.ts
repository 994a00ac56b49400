import { createHash } from 'node:crypto';
import type { Part, Release } from '#app/(site)/release-notes/parse-changelog';
import type { ReleaseNotes } from '#app/(site)/release-notes/read-release-notes';

/* The feed is Atom (RFC 4287) with name-based UUIDs (RFC 9562, version 5), identical on every server and URL. */

/** The URLs of the page and its feed. */
export interface FeedAddresses {
  pageUrl: string;
  feedUrl: string;
}

/** The anchor of a release's heading on the page. */
export function toAnchor({ version }: Release): string {
  return version.toLowerCase();
}

/** The release notes as an Atom document, newest first, in English like the notes themselves. */
export function toAtom({ releases, changedAt }: ReleaseNotes, { pageUrl, feedUrl }: FeedAddresses): string {
  const getUpdated = ({ date }: Release) => (date === undefined ? toTime(changedAt) : `${date}T00:00:00Z`);
  const entries = releases.map((release) =>
    [
      '  <entry>',
      `    <id>${toId(release.version)}</id>`,
      `    <title>${escape(release.date === undefined ? 'Latest changes' : release.version)}</title>`,
      `    <updated>${getUpdated(release)}</updated>`,
      `    <link rel="alternate" type="text/html" href="${escape(`${pageUrl}#${toAnchor(release)}`)}"/>`,
      `    <content type="html">${escape(toHtml(release, pageUrl))}</content>`,
      '  </entry>',
    ].join('\n'),
  );
  const [newest] = releases;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${toId('')}</id>`,
    `  <title>Longhand release notes</title>`,
    `  <updated>${newest === undefined ? toTime(changedAt) : getUpdated(newest)}</updated>`,
    '  <author><name>Longhand</name></author>',
    `  <link rel="self" type="application/atom+xml" href="${escape(feedUrl)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escape(pageUrl)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

function toHtml({ sections }: Release, pageUrl: string): string {
  const toItem = (parts: Part[]) => `<li>${parts.map((part) => partToHtml(part, pageUrl)).join('')}</li>`;
  return sections
    .map(({ title, changes }) => `<h3>${escape(title)}</h3>\n<ul>\n${changes.map(toItem).join('\n')}\n</ul>`)
    .join('\n');
}

function partToHtml(part: Part, pageUrl: string): string {
  const text = escape(part.text);
  switch (part.kind) {
    case 'text':
      return text;
    case 'code':
      return `<code>${text}</code>`;
    case 'link':
      return `<a href="${escape(new URL(part.href, pageUrl).href)}">${text}</a>`;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

function toTime(date: Date): string {
  return date.toISOString().replace(/\.\d+/, '');
}

const namespace = Buffer.from('8f2d2c0c5f9b4a52b1f0a5d7c4e36d19', 'hex');

function toId(name: string): string {
  const hash = createHash('sha1').update(namespace).update(`longhand ${name}`).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  return `urn:uuid:${groups.join('-')}`;
}
