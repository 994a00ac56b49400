/*
 * The changelog is Markdown by "Keep a Changelog" (https://keepachangelog.com/en/1.1.0/), and this reads just that: a
 * heading for each release, headings for the kinds of change, and one item for each change, with `code` and [links](…).
 * Nothing becomes HTML here: the page that shows the parts escapes them.
 */

/** A part of a change. `href` is an http(s) address or a path of the site. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

/** A release's additions, changes and fixes, in the order of the file. */
export interface ReleaseSection {
  title: string;
  changes: Part[][];
}

/** A release. Without a date it is still to come; `version` is then `Unreleased`. */
export interface Release {
  version: string;
  /** The day as `2026-11-22`. */
  date: string | undefined;
  sections: ReleaseSection[];
}

const comment = /<!--.*?-->/gs;
const continuation = / *\n {2}(?=\S)/g;
const releaseHeading = /^## \[?([^\]\s]+)\]?(?: - (\d{4}-\d{2}-\d{2}))?$/;
const sectionHeading = /^### (.+)$/;
const item = /^- (.+)$/;
const linkDefinition = /^\[[^\]]+\]: \S+$/;

/** The releases of a changelog, newest first. Throws an `Error` that quotes the line of a release that is not as expected. */
export function parseChangelog(markdown: string): Release[] {
  const releases: Release[] = [];
  const lines = markdown
    .replaceAll('\r\n', '\n')
    .replaceAll(comment, '')
    .replaceAll(continuation, ' ')
    .split('\n')
    .map((line) => line.trimEnd());
  for (const line of lines) {
    const [, version, date] = releaseHeading.exec(line) ?? [];
    if (version !== undefined) releases.push({ version, date, sections: [] });
    // Before the first release the file introduces itself.
    const release = releases.at(-1);
    if (release === undefined || version !== undefined || line === '' || linkDefinition.test(line)) continue;
    if (!addLine(release.sections, line)) throw new Error(`no heading and no change: ${line}`);
  }
  return releases;
}

/** Parses a heading, which begins a section, or a change of the last section; true if it was one. */
function addLine(sections: ReleaseSection[], line: string): boolean {
  const [, title] = sectionHeading.exec(line) ?? [];
  if (title !== undefined) {
    sections.push({ title, changes: [] });
    return true;
  }
  const [, text] = item.exec(line) ?? [];
  const section = sections.at(-1);
  if (text === undefined || section === undefined) return false;
  section.changes.push(toParts(text));
  return true;
}

const marked = /`([^`]+)`|\[([^\]]+)\]\(((?:https?:\/\/|\/(?!\/))[^\s()\\]*)\)/g;

/** The text, code and links of a line. */
export function toParts(text: string): Part[] {
  const parts: Part[] = [];
  let read = 0;
  for (const match of text.matchAll(marked)) {
    const [whole, code, label = '', href = ''] = match;
    if (match.index > read) parts.push({ kind: 'text', text: text.slice(read, match.index) });
    parts.push(code === undefined ? { kind: 'link', text: label, href } : { kind: 'code', text: code });
    read = match.index + whole.length;
  }
  if (read < text.length) parts.push({ kind: 'text', text: text.slice(read) });
  return parts;
}
