import type { Env } from '#lib/settings/env';
import { catalogue, getDownloadBytes } from '#lib/recognition/models/catalogue';
import { type Installation, readChoices, readInstallation } from '#lib/recognition/models/state-files';
import { installedModels, nameInUse, noModel } from '#lib/recognition/models/find-models';
import type { ModelManifest } from '#lib/recognition/models/manifest';
import { formatBytes } from '#lib/recognition/models/format-bytes';

interface Row {
  name: string;
  state: '' | 'installed' | 'in use';
  size: string;
  languages: string;
  license: string;
  forWhom: string;
}

/** Returns the lines of `models list`, each up to 80 characters: installed models first, then the others. */
export async function listModels({ modelsDir, model: override }: Env): Promise<string[]> {
  const rows = await readRows(modelsDir, override);
  const installation = await readInstallation(modelsDir);
  const [columns, ...lines] = [
    { name: 'Model', state: 'State', size: 'Size', languages: 'Languages', license: 'License', forWhom: '' },
    ...rows,
  ].map(formatRow);
  return [
    `Models in ${modelsDir}`,
    ...(installation === undefined ? [] : describeInstallation(installation)),
    ...(override === undefined ? [] : [`LONGHAND_MODEL chooses ${override}.`]),
    '',
    ...(columns ?? []),
    ...lines.flat(),
    '',
    'To install one: npm run --silent models -- install NAME',
  ];
}

/** Describes a running service's installation of models, or its problem. */
function describeInstallation({ missing, percent, problem }: Installation): string[] {
  const [first, ...others] = missing;
  if (first === undefined) return [];
  if (problem !== undefined) return [...wrap(problem), ...wrap(`Still missing: ${missing.join(', ')}.`)];
  const progress = percent === undefined ? '' : ` (${percent}%)`;
  const later = others.length === 0 ? '' : `; then ${others.join(', ')}`;
  return wrap(`Installing: ${first}${progress}${later}.`);
}

function wrap(text: string): string[] {
  return text.match(/.{1,80}(?:\s|$)/g)?.map((line) => line.trimEnd()) ?? [text];
}

function formatRow({
  name,
  state,
  size,
  languages,
  license,
  forWhom,
}: Row | (Omit<Row, 'state'> & { state: string })): string[] {
  const cells = [
    fit(name, 31).padEnd(32),
    state.padEnd(10),
    size.padStart(6),
    `  ${fit(languages, 13).padEnd(15)}`,
    fit(license, 15),
  ];
  return [cells.join('').trimEnd(), ...(forWhom === '' ? [] : [`  ${fit(forWhom, 78)}`])];
}

const fit = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

async function readRows(modelsDir: string, override: string | undefined): Promise<Row[]> {
  const [models, choices, recognizer] = await Promise.all([
    installedModels(modelsDir),
    readChoices(modelsDir),
    nameInUse(modelsDir, override),
  ]);
  const isInUse = ({ role, name }: ModelManifest) => {
    if (role === 'recognizer') return name === recognizer;
    const chosen = models.find(({ manifest }) => manifest.role === role && manifest.name === choices[role]);
    return (chosen ?? models.find(({ manifest }) => manifest.role === role))?.manifest.name === name;
  };
  const installed = models.map(({ manifest }): Row => {
    const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
    return {
      name: manifest.name,
      state: isInUse(manifest) ? 'in use' : 'installed',
      size: formatBytes(bytes),
      languages: formatLanguages(manifest),
      license: manifest.license,
      forWhom:
        catalogue.find(({ name }) => name === manifest.name)?.forWhom ??
        `Added by you, for ${manifest.role}.`,
    };
  });
  const names = new Set(installed.map(({ name }) => name));
  const others = catalogue
    .filter(({ name }) => !names.has(name))
    .map((model): Row => ({
      ...model,
      state: '',
      size: formatBytes(getDownloadBytes(model.sources[0])),
      languages: formatLanguages(model),
    }));
  const pocketSphinx: Row = {
    name: noModel,
    state: recognizer === noModel ? 'in use' : 'installed',
    size: '',
    languages: 'en',
    license: 'BSD-2-Clause',
    forWhom: 'Works without a model; about half of the words are wrong.',
  };
  return [pocketSphinx, ...installed, ...others];
}

type Spoken =
  | { role: Exclude<ModelManifest['role'], 'recognizer'> }
  | { role: 'recognizer'; languages?: string[] };

function formatLanguages(model: Spoken): string {
  if (model.role !== 'recognizer') return '–';
  const { languages } = model;
  if (languages === undefined) return 'not stated';
  return languages.length > 4 ? `${languages.length} languages` : languages.join(' ');
}
