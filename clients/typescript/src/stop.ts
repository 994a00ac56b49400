/** Exit codes of the command line, as listed in docs/client.md. */
export const exitCodes = {
  done: 0,
  someFailed: 1,
  usage: 2,
  denied: 3,
  unreachable: 4,
  interrupted: 130,
  terminated: 143,
} as const;

/** Ends the command line with a message and an exit code. */
export class Stop extends Error {
  override readonly name = 'Stop';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
