import { translationFields, translationFormats } from '#lib/api/openai/contract';
import { badField } from '#lib/api/openai/errors';
import { readRequestOptions } from '#lib/api/openai/read-request-options';
import type { RequestOptions } from '#lib/api/openai/request-options';

/** True if a translation request may have a field of this name. */
export function isTranslationField(name: string): boolean {
  return Object.hasOwn(translationFields, name);
}

/**
 * Reads the fields of a request for a translation as `readRequestOptions` does. Those that only a transcription has are passed over,
 * the language among them: it is found out. Throws a `DialectError` for the first that holds what it can't.
 */
export function readTranslationOptions(
  given: ReadonlyArray<readonly [name: string, text: string]>,
): RequestOptions {
  const fields = given.filter(([name]) => isTranslationField(name));
  const format = fields.find(([name]) => name === 'response_format')?.[1].trim();
  if (format !== undefined && format !== '' && !translationFormats.some((known) => known === format)) {
    throw badField('response_format', `response_format must be one of ${translationFormats.join(', ')}.`);
  }
  return { ...readRequestOptions(fields), translate: true };
}
