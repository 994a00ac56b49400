/** The name by which others know an account's owner: of the address what stands before the @, and nothing to write to. */
export function toDisplayName(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}
