/**
 * True if the system denied access to a file: another user's, or on a read-only file system.
 * @param {unknown} error
 */
export function isForbidden(error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  return ['EACCES', 'EPERM', 'EROFS'].includes(code ?? '');
}
