/*
 * The changelog is Markdown in the "Keep a Changelog" format (https://keepachangelog.com/en/1.1.0/), and only that
 * is parsed: a heading per release, headings for kinds of changes, and one item per change, with `code` and
 * [links](…). The page that renders the parts escapes them.
 */

/** A part of a change. `href` is an http(s) URL or a path of the site. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

/** A release's additions, changes or fixes, in file order. */
export interface ReleaseSection {
  title: string;
  changes: Part[][];
}

/** A release. Unreleased changes have no date and the version `Unreleased`. */
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

/** Parses the releases, newest first. Throws an `Error` that quotes the first unexpected line of a release. */
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
    // The file starts with an introduction.
    const release = releases.at(-1);
    if (release === undefined || version !== undefined || line === '' || linkDefinition.test(line)) continue;
    if (!addLine(release.sections, line)) throw new Error(`no heading and no change: ${line}`);
  }
  return releases;
}

/** Parses a heading, which starts a section, or a change in the last section. Returns false for other lines. */
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

/** Splits a line into text, code and links. */
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
