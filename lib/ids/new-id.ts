import { customAlphabet } from 'nanoid';

/** The digits of base 62, in order. */
export const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Creates an identifier: 22 letters and digits, 131 random bits, safe in URLs and file names, double-clickable. */
export const newId = customAlphabet(letters, 22);
