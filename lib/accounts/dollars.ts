const inDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const signed = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  signDisplay: 'exceptZero',
});

/** Cents as people read them: $1,234.50. */
export function toDollars(cents: number): string {
  return inDollars.format(cents / 100);
}

/** Cents as a movement of money: +$1.00, −$0.25 with a real minus. */
export function toSignedDollars(cents: number): string {
  return signed.format(cents / 100).replace('-', '−');
}
