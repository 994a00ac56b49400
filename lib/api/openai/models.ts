import { DialectError } from '#lib/api/dialects/dialect';
import { openAiModels } from '#lib/api/openai/contract';
import type { ErrorFacts } from '#lib/api/openai/errors';
import type { EngineDescription } from '#lib/recognition/engine';
import { cleanName } from '#lib/transcript/clean-name';

/** A model in the format of OpenAI's API. */
export interface ModelView {
  id: string;
  object: 'model';
  created: number;
  owned_by: string;
}

/** Lists our engines by id, the default first, then OpenAI's model names, which select the default. */
export function presentModels(engines: readonly EngineDescription[]): ModelView[] {
  return [...engines.map(({ id }) => id), ...openAiModels].map(presentModel);
}

/** Returns the model with the name in a path segment. Throws a `DialectError` if there is none. */
export function getModel(segment: string, engines: readonly EngineDescription[]): ModelView {
  const name = decoded(segment);
  const isNamed = ({ id, model }: EngineDescription) => id === name || model === name;
  if (engines.some(isNamed) || openAiModels.some((known) => known === name)) return presentModel(name);
  throw unknownModel(name, engines, 'id');
}

/** Returns a model's engine; undefined for the default. Throws a `DialectError` for ours that isn't installed. */
export function findEngineId(name: string, engines: readonly EngineDescription[]): string | undefined {
  if (engines.some(({ id }) => id === name)) return name;
  if (openAiModels.some((known) => known === name)) return undefined;
  if (name.startsWith('sherpa:')) throw unknownModel(name, engines, 'model');
  return engines.find(({ model }) => model === name)?.id;
}

/** Next leaves the parameters of some paths escaped. Our own names contain no escapes. */
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
    message: `The model “${cleanName(name)}” does not exist. Available models: ${ids || 'none'}.`,
  });
}
