import path from 'node:path';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { isModelName } from '#lib/recognition/models/manifest';

/** Names a model after its folder, archive or file: `sherpa-onnx-zipformer-en.tar.bz2` is `zipformer-en`. */
export function nameByFile(source: string): string {
  return toName(
    path
      .basename(path.resolve(source))
      .toLowerCase()
      .replace(/\.(onnx|tar(\.\w+)?|tgz|tbz2?)$/, ''),
  );
}

/** Folders that reflect a package's layout or version. */
const layout =
  /^(dist|build|lib|src|assets|public|static|models?|onnx|weights|quantized|int8|\.|v?\d+(\.\d+)+)$/;

/** Names a model after package and folder: `dist/model/base` of `@usefulsensors/moonshine-js` is `moonshine-base`. */
export function nameByPackage(packageName: string, folder = ''): string {
  const own = packageName
    .toLowerCase()
    .replace(/^@[^/]*\//, '')
    .replace(/[-.]js$/, '');
  const words = new Set(own.split('-'));
  const steps = folder
    .toLowerCase()
    .replace(/\.(onnx|ort)$/, '')
    .split('/')
    .filter((step) => step !== '' && !layout.test(step) && !words.has(step));
  return toName([own, ...steps].join('-'));
}

const toName = (text: string): string =>
  text
    .replace(/^sherpa-onnx-(nemo-)?/, '')
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '');

/** Throws a `ModelProblem` unless this is a valid model name. */
export function checkName(name: string): void {
  if (isModelName(name)) return;
  throw new ModelProblem(
    `“${name}” is not a valid model name. Add --name with lowercase letters, digits, dots and hyphens.`,
  );
}
