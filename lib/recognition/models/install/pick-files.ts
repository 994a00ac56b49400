import path from 'node:path';

/** True if a file may be part of a model. Sample recordings are not. */
export function isOfModel(file: string): boolean {
  const isPart = /\.(onnx|ort|txt|vocab|json)$/.test(file);
  return isPart && !/(^|\/)test_wavs\//.test(file) && path.basename(file) !== 'package.json';
}

export function holdsWeights(file: string): boolean {
  return /\.(onnx|ort)$/.test(file);
}

/** Returns a model file's path below `folder`, or that file itself, else undefined. `.` means files outside folders. */
export function pickFile(file: string, folder: string | undefined): string | undefined {
  if (!isOfModel(file)) return undefined;
  const wanted = folder?.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (wanted === undefined) return file;
  if (wanted === '.' || wanted === '') return file.includes('/') ? undefined : file;
  if (file === wanted) return path.basename(file);
  return file.startsWith(`${wanted}/`) ? file.slice(wanted.length + 1) : undefined;
}
