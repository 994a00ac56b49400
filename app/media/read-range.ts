/** The requested bytes, both ends inclusive; `whole` if no range applies, `unsatisfiable` if the range is outside. */
export type ByteRange = { start: number; end: number } | 'whole' | 'unsatisfiable';

/** Parses `Range` (RFC 9110, 14.1.2) for a file of `size` bytes. Anything but one valid range means the whole file. */
export function readRange(header: string | null, size: number): ByteRange {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const start = Math.max(0, size - Number(last));
    return start < size ? { start, end: size - 1 } : 'unsatisfiable';
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
