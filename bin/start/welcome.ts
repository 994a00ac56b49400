/** Shown once, at the first start: secrets are stored only as hashes. */
export interface FirstStart {
  address: string;
  email: string;
  password: string;
  apiKey: string;
  balanceCents: number;
  /** Base URL for curl on this machine, and the recording that it submits. */
  localAddress: string;
  sample: string;
}

/** Formats the first start's message, with a command to paste that submits a recording, waits, and prints its words. */
export function formatWelcome(first: FirstStart): string {
  const rows = [
    ['Address', first.address],
    ['Email', first.email],
    ['Password', first.password],
    ['API key', first.apiKey],
    ['Balance', `$${(first.balanceCents / 100).toFixed(2)}`],
  ].map(([name, value]) => `${name?.padEnd(10)}${value}`);
  const lines = ['Your first account. This is shown only once: keep it.', '', ...rows];
  const width = Math.max(...lines.map((line) => line.length));
  const rule = '─'.repeat(width + 2);
  return [
    `┌${rule}┐`,
    ...lines.map((line) => `│ ${line.padEnd(width)} │`),
    `└${rule}┘`,
    '',
    'Paste this into another terminal to transcribe a short recording:',
    '',
    firstCurl(first),
    '',
  ].join('\n');
}

function firstCurl({ localAddress, apiKey, sample }: FirstStart): string {
  // curl's own double quotes around the path: a comma or semicolon would otherwise end it.
  const media = quote(`media=@"${sample.replace(/["\\]/g, String.raw`\$&`)}";type=audio/mpeg`);
  return `(
  jobs=${localAddress}/v1/jobs
  auth='Authorization: Bearer ${apiKey}'
  id=$(curl -sS "$jobs" -H "$auth" -F ${media} | grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)
  while curl -sS "$jobs/$id" -H "$auth" | grep -q '"status":"in_progress"'; do sleep 1; done
  curl -sS "$jobs/$id/transcript" -H "$auth" -H 'Accept: text/plain'
)`;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
