/** The reason why a model can't be installed, added or used, in one sentence for the operator. */
export class ModelProblem extends Error {
  override readonly name = 'ModelProblem';
  /** True if its source couldn't be reached, so that another source or a later retry may work. */
  readonly isUnreachable: boolean;

  constructor(message: string, options: { cause?: unknown; isUnreachable?: boolean } = {}) {
    super(message, options);
    this.isUnreachable = options.isUnreachable ?? false;
  }
}

/** Explains a full disk as a `ModelProblem`, and returns other errors unchanged. */
export function explainDiskError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ModelProblem(
      `The disk is full: there is no room for the model in ${folder}. Nothing was installed.`,
      { cause: error },
    );
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR') {
    const location = error instanceof Error && 'path' in error ? String(error.path) : folder;
    return new ModelProblem(`${location} can’t be read or written (${code}).`, { cause: error });
  }
  return error;
}
