/** Hexadecimal code points that few fonts have: private use, ancient scripts, and Chinese beyond the first plane. */
const ranges =
  '088f 0c5c 0cdc 1acf-1aeb 20c1 2b96 a7ce a7cf a7d2 a7d4 a7f1 e000-f8ff fbc3-fbd2 fd90 fd91 fdc8-fdce 1019c ' +
  '10570-105f3 10780-107ba 10940-10959 10d40-10d8f 10e80-10efc 10f70-10ff6 11070-11075 110c2 11147 111ce 111cf ' +
  '1123f-11241 11380-113e2 1145a 1145f-11461 116b8 116b9 116d0-116e3 11740-11746 11900-119e4 11a84 11a85 ' +
  '11ab0-11abf 11b00-11bf9 11db0-11de9 11f00-16a38 16a70-16ac9 16d40-16d79 16ea0-16ed3 16f45-16f4f 16f7f-16f87 ' +
  '16fe2-1affe 1b002-1b2fb 1cc00-1cfc3 1d1e9 1d1ea 1d2c0-1d2d3 1d800-1df2a 1e030-1e6ff 1e94b 1ed01-1ed3d ' +
  '1f10d-1f10f 1f16d-1f16f 1f1ad 1f774-1f77f 1f7d9 1f8b0-1f8d8 1fa00-1fa57 1fb00-3ffff f0000-10ffff';

const rare = new RegExp(`[${ranges.replaceAll(/[0-9a-f]+/g, '\\u{$&}').replaceAll(' ', '')}]`, 'u');

/** True if a text has characters that a PDF may show as boxes, since its fonts lack them. */
export function hasRareCharacters(text: string): boolean {
  return rare.test(text);
}
