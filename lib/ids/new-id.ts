import { customAlphabet } from 'nanoid';

/** The digits of base 62, in order. */
export const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new identifier: 22 letters and digits, 131 random bits, safe in URLs, file names and a double click. */
export const newId = customAlphabet(letters, 22);
