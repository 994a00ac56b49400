import type { DocumentPart, TranscriptDocument } from '#lib/exports/documents/transcript-document';

/** Writes a document as Markdown (CommonMark 0.31): a heading and a paragraph per block. Escapes markup in text. */
export function toMarkdown({ name, facts, blocks, emptyText }: TranscriptDocument): string {
  const paragraphs = blocks.map(({ label, isOwnLine, text }) => {
    const [before, said] = [toInline(label), toInline(text)];
    // A backslash at the end of a line is a line break.
    return before === '' || said === '' ? before + said : `${before}${isOwnLine ? '\\\n' : ' '}${said}`;
  });
  const shown = blocks.length === 0 ? [escapeText(emptyText)] : paragraphs;
  const head = [`# ${escapeText(name)}`, ...(facts === undefined ? [] : [escapeText(facts)])];
  return `${[...head, ...shown.filter((paragraph) => paragraph !== '')].join('\n\n')}\n`;
}

function toInline(parts: readonly DocumentPart[]): string {
  const written = parts.map(({ text, isBold, link }) => {
    const plain = escapeText(text);
    if (link !== undefined) return `[${plain}](${link})`;
    return isBold === true ? `**${plain}**` : plain;
  });
  return written.join('').trim();
}

/** Escapes inline markup anywhere, and block markup at the start of the line. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>&~|#]/g, String.raw`\$&`)
    .replace(/^(?=[-+=:])/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?: |$))/, '$1\\');
}
