import * as texts from '#messages/balance';

/** The notes of ledger entries that Longhand writes, in English; any other note is what an operator wrote. */
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

/** The note in the reader's language; one that an operator wrote is returned unchanged. */
export function describeNote(note: string): string {
  return translations.get(note)?.() ?? note;
}
