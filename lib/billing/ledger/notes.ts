import * as texts from '#messages/balance';

/** The notes that Longhand writes, in English. Operators write any other note. */
export const ledgerNotes = {
  openingBalance: 'Opening balance',
  operatorCredit: 'Credit by the operator',
  sample: 'Free sample',
} as const;

const translations: ReadonlyMap<string, () => string> = new Map([
  [ledgerNotes.openingBalance, texts.notes.openingBalance],
  [ledgerNotes.operatorCredit, texts.notes.operatorCredit],
  [ledgerNotes.sample, texts.notes.sample],
]);

/** Translates a note to the reader's language; returns an operator's note unchanged. */
export function describeNote(note: string): string {
  return translations.get(note)?.() ?? note;
}
