/** A stranger's address that the guard does not connect to. The message is a sentence for people; the cause, where there is one, is for the log. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}
