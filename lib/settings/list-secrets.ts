/** Shorter values would match ordinary words; passwords in URLs are found by their position. */
const minLength = 12;

const ownSecrets = [
  ...['LONGHAND_SECRET', 'LONGHAND_OPENAI_KEY', 'LONGHAND_OIDC_CLIENT_SECRET'],
  ...['LONGHAND_STRIPE_SECRET_KEY', 'LONGHAND_STRIPE_WEBHOOK_SECRET'],
  ...['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
];

/** Variables whose URLs may contain a password. */
const addresses = [
  ...['DATABASE_URL', 'LONGHAND_SMTP_URL', 'LONGHAND_OPENAI_URLS'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
];

/** Lists such as `authorization=Bearer abc,x-team=1`. */
const headerLists = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'];

/** Lists the secrets in the environment, as written and decoded, that must not appear in the log. */
export function listSecrets(variables: Readonly<Record<string, string | undefined>>): string[] {
  const items = (names: string[]) => names.flatMap((name) => (variables[name] ?? '').split(','));
  const written = [
    ...ownSecrets.map((name) => variables[name] ?? ''),
    ...items(addresses).map((url) => (URL.canParse(url.trim()) ? new URL(url.trim()).password : '')),
    ...items(headerLists).map((header) => header.slice(header.indexOf('=') + 1).trim()),
  ];
  const secrets = new Set(written.flatMap((secret) => [secret, decode(secret)]));
  return [...secrets].filter((secret) => secret.length >= minLength);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
