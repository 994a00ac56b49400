import { phrase } from '#lib/recognition/options/options';

/** The most words of a phrase in a prompt that is taken for a name, not for a sentence. */
const maxNameWords = 4;

/** The names in a prompt: what stands between its commas and periods and is no sentence. */
export function readNames(prompt: string): string[] {
  return prompt
    .split(/[,;:\n\u3001\uff0c\u3002]|[.!?](?=\s|$)/)
    .map((part) => phrase.safeParse(part.trim()))
    .flatMap(({ success, data }) => (success && data.split(' ').length <= maxNameWords ? [data] : []));
}
