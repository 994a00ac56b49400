/** A step of an installation; bytes count from 0 to the `total` of the source that is tried. */
export type InstallProgress =
  | { phase: 'download'; done: number; total: number }
  | { phase: 'check' | 'unpack' };

export interface InstallOptions {
  /** The address that a release asset's path is appended to, without a trailing slash. */
  baseUrl: string;
  signal: AbortSignal;
  onProgress?: ((progress: InstallProgress) => void) | undefined;
}
