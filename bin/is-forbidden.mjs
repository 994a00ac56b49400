/**
 * True if the system has refused to read or write a file: that of another user, or on a file system that can only be read.
 * @param {unknown} error
 */
export function isForbidden(error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  return ['EACCES', 'EPERM', 'EROFS'].includes(code ?? '');
}
