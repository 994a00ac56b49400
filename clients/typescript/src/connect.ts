import { readFile } from 'node:fs/promises';
import type { Arguments } from './arguments.ts';
import { usage } from './arguments.ts';
import type { Environment } from './context.ts';
import { explainFileError } from './file-error.ts';
import { createClient, type Client } from './library/client.ts';
import { exitCodes, Stop } from './stop.ts';

/** A command's client, and the scope under which submissions are stored. */
export interface Connected {
  client: Client;
  /** Reads the scope: server, account and environment of the key. */
  readScope: (signal: AbortSignal) => Promise<string>;
}

/** Creates the client from the arguments and the environment. Stops without an API key. */
export async function connect(given: Arguments, environment: Environment): Promise<Connected> {
  const host = given.text('host') ?? (environment['LONGHAND_URL'] || 'http://127.0.0.1:3000');
  if (!URL.canParse(host) || !/^https?:$/.test(new URL(host).protocol)) {
    throw usage(`Invalid server address: ${JSON.stringify(host)}. Use one such as https://longhand.example.`);
  }
  const apiKey = await readKey(given.text('key-file'), environment);
  const client = createClient({ baseUrl: host, apiKey });
  return {
    client,
    async readScope(signal) {
      const { email } = await client.getAccount({ signal });
      // The sandbox has its own jobs.
      return JSON.stringify([new URL(host).origin, email, apiKey.startsWith('lh_test_') ? 'test' : 'live']);
    },
  };
}

async function readKey(file: string | undefined, environment: Environment): Promise<string> {
  const key = file === undefined ? environment['LONGHAND_API_KEY'] : await readKeyFile(file);
  const trimmed = key?.trim() ?? '';
  if (trimmed === '') {
    throw new Stop(exitCodes.denied, 'Set LONGHAND_API_KEY to an API key, or use --key-file.');
  }
  if (!/^[\x21-\x7E]+$/.test(trimmed))
    throw new Stop(exitCodes.denied, 'Invalid API key: it contains spaces.');
  return trimmed;
}

async function readKeyFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw usage(explainFileError(error, { act: 'read', file }));
  }
}
