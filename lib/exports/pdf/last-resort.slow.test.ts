import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { loadFonts } from '#lib/exports/pdf/load-fonts';
import { toPdf } from '#lib/exports/pdf/to-pdf';
import { hasRareCharacters } from '#lib/transcript/text/rare-characters';
import { toSampleDocument } from '#e2e/support/transcript/sample-transcripts';

const run = promisify(execFile);

/** Texts that have a glyph, by the ISO 15924 code of their script. */
const shown: Record<string, string> = {
  Orya: 'ନମସ୍କାର, କ୍ଷେତ୍ର ସ୍ତ୍ରୀ',
  Nkoo: 'ߒߞߏ ߞߊ߲ ߣߌ߫',
  Tfng: 'ⴰⵣⵓⵍ ⵜⴰⵎⴰⵣⵉⵖⵜ',
  Cans: 'ᐃᓄᒃᑎᑐᑦ ᐅᖃᓕᒫᓂᖅ',
  Cher: 'ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ',
  Java: 'ꦧꦱꦗꦮ ꦲꦏ꧀ꦱꦫ',
  Mong: 'ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ',
  Yiii: 'ꆈꌠꁱꂷ ꅉꉘ',
  Olck: 'ᱥᱟᱱᱛᱟᱲᱤ ᱯᱟᱹᱨᱥᱤ',
  Adlm: '𞤆𞤵𞤤𞤢𞤪 𞤢𞤣𞤤𞤢𞤥',
  Syrc: 'ܠܫܢܐ ܣܘܪܝܝܐ',
  Bali: 'ᬩᬮᬶ ᬅᬓ᭄ᬱᬭ',
  Vaii: 'ꕙꔤ',
  Phnx: '𐤀𐤁𐤂',
  Brai: '⠃⠗⠁⠊⠇⠇⠑',
  Zmth: 'Ⅻ 𝒳 and 𝔄',
};
/** Texts that have none: cuneiform, hieroglyphs, a private character, one that Unicode has not assigned. */
const boxes = { Xsux: '𒀀𒁀', Egyp: 'x 𓀀𓁐 y', Priv: '\ue000', Zzzz: '\u{50000}' };

test('every script is drawn, or is a visible box, and can be copied', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-scripts-'));
  try {
    const said = Object.entries({ ...shown, ...boxes }).map(([speaker, text]) => ({ speaker, text }));
    const file = path.join(folder, 'scripts.pdf');
    await writeFile(file, await toPdf(toSampleDocument('Scripts', said)));
    await run('qpdf', ['--check', file]);
    const { stdout } = await run('pdftotext', [file, '-']);
    const read = stdout.replaceAll(/[\p{Bidi_Control}]/gu, '').replaceAll(/\s+/gu, ' ');
    for (const { speaker, text } of said) assert.ok(read.includes(text), `${speaker}: ${text}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('each character has a glyph that can be seen, and what is a box is announced before', async () => {
  const texts = [...Object.values(shown), ...Object.values(boxes), 'އައްސަލާމު'];
  const getFace = await loadFonts({ 400: texts, 700: [] }, 'en');
  for (const character of new Set(texts.join('').replaceAll(' ', ''))) {
    const codePoint = character.codePointAt(0) ?? 0;
    const { font, isBox = false } = getFace(codePoint, 400);
    if (!isBox) assert.ok(font.glyphForCodePoint(codePoint).path.commands.length > 0, character);
    if (codePoint !== 0x50000) assert.equal(isBox, hasRareCharacters(character), character);
  }
});
