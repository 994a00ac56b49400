/**
 * Characters beyond the fonts of a PDF, where they are boxes: private ones, ancient scripts, and most Chinese characters
 * beyond Unicode's first plane.
 */
const rare =
  /[\u088f\u0c5c\u0cdc\u1acf-\u1aeb\u20c1\u2b96\ua7ce\ua7cf\ua7d2\ua7d4\ua7f1\ue000-\uf8ff\ufbc3-\ufbd2\ufd90\ufd91\ufdc8-\ufdce\u{1019c}\u{10570}-\u{105f3}\u{10780}-\u{107ba}\u{10940}-\u{10959}\u{10d40}-\u{10d8f}\u{10e80}-\u{10efc}\u{10f70}-\u{10ff6}\u{11070}-\u{11075}\u{110c2}\u{11147}\u{111ce}\u{111cf}\u{1123f}-\u{11241}\u{11380}-\u{113e2}\u{1145a}\u{1145f}-\u{11461}\u{116b8}\u{116b9}\u{116d0}-\u{116e3}\u{11740}-\u{11746}\u{11900}-\u{119e4}\u{11a84}\u{11a85}\u{11ab0}-\u{11abf}\u{11b00}-\u{11bf9}\u{11db0}-\u{11de9}\u{11f00}-\u{16a38}\u{16a70}-\u{16ac9}\u{16d40}-\u{16d79}\u{16ea0}-\u{16ed3}\u{16f45}-\u{16f4f}\u{16f7f}-\u{16f87}\u{16fe2}-\u{1affe}\u{1b002}-\u{1b2fb}\u{1cc00}-\u{1cfc3}\u{1d1e9}\u{1d1ea}\u{1d2c0}-\u{1d2d3}\u{1d800}-\u{1df2a}\u{1e030}-\u{1e6ff}\u{1e94b}\u{1ed01}-\u{1ed3d}\u{1f10d}-\u{1f10f}\u{1f16d}-\u{1f16f}\u{1f1ad}\u{1f774}-\u{1f77f}\u{1f7d9}\u{1f8b0}-\u{1f8d8}\u{1fa00}-\u{1fa57}\u{1fb00}-\u{3ffff}\u{f0000}-\u{10ffff}]/u;

/** Whether a text has characters that a PDF may show as boxes only. */
export function hasRareCharacters(text: string): boolean {
  return rare.test(text);
}
