import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A service of deploy/compose.yaml, as far as the tests look at it. */
export interface ComposeService {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: (string | { type: string; target: string })[];
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
}

/** What deploy/compose.yaml says. */
export interface Compose {
  name: string;
  services: Record<string, ComposeService>;
  volumes: Record<string, object>;
  networks: Record<string, object>;
}

/** deploy/compose.yaml with these values in place of its `${…}`. Throws where one that it demands is missing. */
export function readCompose(values: Record<string, string>): Compose {
  const compose: unknown = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true });
  return JSON.parse(JSON.stringify(compose), (_, value: unknown) =>
    typeof value === 'string' ? fillIn(value, values) : value,
  ) as Compose;
}

function fillIn(text: string, values: Record<string, string>): string {
  return text.replaceAll(
    /\$\{(\w+)(?::([?-])([^}]*))?\}/g,
    (_, name: string, operator: string | undefined, more = '') => {
      const value = values[name] ?? '';
      if (value === '' && operator === '?') throw new Error(`${name}: ${String(more)}`);
      return value === '' ? String(more) : value;
    },
  );
}
