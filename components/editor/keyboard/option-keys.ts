import type { Keyboard, KeyPress } from './keys';

/*
 * On a Mac, Option types: `[ ] { } | @ ~ € “ –`, and letters of other languages, each layout at other keys. So the Alt of
 * commands is Control with Option there, which types nothing. ⌘ with Option is no choice: browsers and the system have
 * its I, J, K, L, U, M, D and more. VoiceOver takes Control with Option too, unless it is set to Caps Lock, so Option
 * alone stays where that takes nothing from a text: where it types a sign of mathematics or a lone accent, as at
 * the American K, J and L (˚ ∆ ¬), or nothing but the key itself.
 */

const characters = /^(?:Dead|.)$/su;
const unneeded = /^(?:[a-z\d]|(?![ -~])[\p{Sm}\p{Sk}])$/iu;

/** Whether a press is for the character that AltGr, or Option on a Mac, types with it. */
export function isForCharacter(
  press: KeyPress & { getModifierState(name: string): boolean },
  { isMac }: Keyboard,
): boolean {
  // Firefox calls a Mac's Option AltGraph, also where it types nothing.
  if (!isMac) return press.getModifierState('AltGraph');
  return isOptionAlone(press) && characters.test(press.key) && !unneeded.test(press.key);
}

/** Whether a press is the text's as soon as no command wants it: with Option a Mac types, and moves by the arrows. */
export function isOptionInText(press: KeyPress, { isMac }: Keyboard): boolean {
  return isMac && isOptionAlone(press) && (characters.test(press.key) || press.code.startsWith('Arrow'));
}

const isOptionAlone = ({ altKey, ctrlKey, metaKey }: KeyPress): boolean => altKey && !ctrlKey && !metaKey;
