import type { DocumentPart, TranscriptDocument } from '#lib/exports/documents/transcript-document';

/** A document as Markdown (CommonMark 0.31): a heading, and each block a paragraph. Nothing that was said is markup. */
export function toMarkdown({ name, facts, blocks, emptyText }: TranscriptDocument): string {
  const paragraphs = blocks.map(({ label, isOwnLine, text }) => {
    const [before, said] = [toInline(label), toInline(text)];
    // A backslash at the end of a line breaks it.
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

/** The marks of inline markup anywhere, and those of blocks where a line begins. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>&~|#]/g, String.raw`\$&`)
    .replace(/^(?=[-+=:])/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?: |$))/, '$1\\');
}
