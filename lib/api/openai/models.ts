import { DialectError } from '#lib/api/dialects/dialect';
import { openAiModels } from '#lib/api/openai/contract';
import type { ErrorFacts } from '#lib/api/openai/errors';
import type { EngineDescription } from '#lib/recognition/engine';

/** A model as OpenAI's API shows it. */
export interface ModelView {
  id: string;
  object: 'model';
  created: number;
  owned_by: string;
}

/** Our engines by their ids, the default first, then the names of OpenAI's models, which mean the default. */
export function presentModels(engines: readonly EngineDescription[]): ModelView[] {
  return [...engines.map(({ id }) => id), ...openAiModels].map(presentModel);
}

/** The model of this name, as a path has it. Throws a `DialectError` where there is none. */
export function getModel(segment: string, engines: readonly EngineDescription[]): ModelView {
  const name = decoded(segment);
  const isNamed = ({ id, model }: EngineDescription) => id === name || model === name;
  if (engines.some(isNamed) || openAiModels.some((known) => known === name)) return presentModel(name);
  throw unknownModel(name, engines, 'id');
}

/** The engine that a model's name means; undefined for the default. Throws a `DialectError` for our own, if not installed. */
export function findEngineId(name: string, engines: readonly EngineDescription[]): string | undefined {
  if (engines.some(({ id }) => id === name)) return name;
  if (openAiModels.some((known) => known === name)) return undefined;
  if (name.startsWith('sherpa:')) throw unknownModel(name, engines, 'model');
  return engines.find(({ model }) => model === name)?.id;
}

/** Next leaves the escapes of some paths in their parameters. No name of ours has one. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function presentModel(id: string): ModelView {
  return { id, object: 'model', created: 0, owned_by: 'longhand' };
}

function unknownModel(
  name: string,
  engines: readonly EngineDescription[],
  param: string,
): DialectError<ErrorFacts> {
  const ids = engines.map(({ id }) => id).join(', ');
  return new DialectError({
    ...{ status: 404, type: 'invalid_request_error', param, code: 'model_not_found' },
    message: `The model “${name}” does not exist. Available models: ${ids || 'none'}.`,
  });
}
