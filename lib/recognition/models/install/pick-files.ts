import path from 'node:path';

/** True if a file may be part of a model; recordings to try it with are none. */
export function isOfModel(file: string): boolean {
  const isPart = /\.(onnx|ort|txt|vocab|json)$/.test(file);
  return isPart && !/(^|\/)test_wavs\//.test(file) && path.basename(file) !== 'package.json';
}

export function holdsWeights(file: string): boolean {
  return /\.(onnx|ort)$/.test(file);
}

/** A file of the model below `folder`, or that file itself; undefined if missing. `.` means files in no folder. */
export function pickFile(file: string, folder: string | undefined): string | undefined {
  if (!isOfModel(file)) return undefined;
  const wanted = folder?.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (wanted === undefined) return file;
  if (wanted === '.' || wanted === '') return file.includes('/') ? undefined : file;
  if (file === wanted) return path.basename(file);
  return file.startsWith(`${wanted}/`) ? file.slice(wanted.length + 1) : undefined;
}
