import { parseArgs } from 'node:util';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createResetLink } from '#lib/accounts/passwords/reset-password';
import { createAccount } from '#lib/accounts/create-account';
import { creditAccount } from '#lib/accounts/credit-account';
import { findAccount, listAccounts } from '#lib/accounts/find-account';
import { invite } from '#lib/accounts/invite';
import { commandLine } from '#lib/audit/actor';
import { readAllEvents } from '#lib/audit/list-events';
import { recordEvent } from '#lib/audit/record-events';
import { turnOffTwoFactor } from '#lib/accounts/two-factor/two-factor';
import { readSigningSecrets } from '#lib/callbacks/signing/signing-secrets';
import { makeOperator } from '#lib/operator/set-role';
import { parseCents } from '#lib/billing/parse-cents';
import { placeLegalHold, releaseLegalHold } from '#lib/legal-holds/legal-holds';
import { addSampleTranscript } from '#lib/samples/add-sample-transcript';
import { readSecret } from '#lib/settings/secret';
import { readSettings } from './start/check-settings';
import { Stop } from '#bin/cli-output.mjs';
import { presentEvent, type AccountEvent } from '#lib/audit/present-event';
import { connect, type Db } from '#lib/db/connect';
import { migrateOrStop } from './start/migrate-or-stop';
import { withDatabaseUrl, type DatabaseOptions } from './with-database-url';

const usage =
  'Usage: npm run --silent account -- create EMAIL [--balance 25.00] [--password …] | credit EMAIL 10.00 | list | signing-secret EMAIL | reset-link EMAIL | two-factor-off EMAIL | invite [EMAIL] | operator EMAIL | legal-hold EMAIL REASON [--job ID] | release-legal-hold EMAIL [--job ID] | audit [EMAIL]';

/** The options of each command; others have none. */
const commandOptions: Readonly<Record<string, readonly string[]>> = {
  create: ['balance', 'password'],
  'legal-hold': ['job'],
  'release-legal-hold': ['job'],
};

/** Runs account commands: prints JSON to stdout (`audit`: one object per line), or a message with exit code 1. */
export async function account(parameters: string[]): Promise<void> {
  const run = readCommand(parameters);
  try {
    const result = await run();
    if (result !== undefined) console.log(JSON.stringify(result));
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop((error as Error).message.replaceAll(/\s*\n\s*/g, ' '));
  }
}

/** Parses the whole command before running anything. */
function readCommand(parameters: string[]): () => Promise<object | void> {
  const { positionals, values } = readParameters(parameters);
  const [command, email, third] = positionals;
  const allowed = commandOptions[command ?? ''] ?? [];
  const isShape = (count: number) =>
    positionals.length === count && Object.keys(values).every((name) => allowed.includes(name));
  if (command === 'create' && email && isShape(2)) {
    const balanceCents = readAmount(values.balance ?? '0');
    return () => create({ email, password: values.password, balanceCents });
  }
  if (command === 'credit' && email && third && isShape(3)) {
    const amountCents = readAmount(third);
    return () => credit({ email, amountCents });
  }
  if (command === 'signing-secret' && email && isShape(2)) return () => signingSecret(email);
  if (command === 'reset-link' && email && isShape(2)) return () => resetLink(email);
  if (command === 'two-factor-off' && email && isShape(2)) return () => twoFactorOff(email);
  if (command === 'invite' && (isShape(1) || (email && isShape(2)))) return () => invitation(email);
  if (command === 'operator' && email && isShape(2)) {
    return () => withDatabase((db) => makeOperator(db, { email, by: commandLine }));
  }
  if (command === 'legal-hold' && email && third && isShape(3)) {
    return () => placeHold({ email, jobId: values.job, reason: third });
  }
  if (command === 'release-legal-hold' && email && isShape(2)) {
    return () => releaseHold({ email, jobId: values.job });
  }
  if (command === 'audit' && (isShape(1) || (email && isShape(2)))) return () => audit(email);
  if (command === 'list' && isShape(1)) return list;
  throw new Stop(usage);
}

function readParameters(parameters: string[]) {
  // Otherwise -5 would be parsed as an option, with a misleading message.
  const negative = parameters.find((word) => /^-\.?\d/.test(word));
  if (negative) readAmount(negative);
  try {
    const options = {
      balance: { type: 'string' },
      password: { type: 'string' },
      job: { type: 'string' },
    } as const;
    return parseArgs({ args: parameters, options, allowPositionals: true });
  } catch (error) {
    throw new Stop(`${(error as Error).message.split('. ')[0]}. ${usage}`);
  }
}

function readAmount(text: string): number {
  const cents = parseCents(text);
  if (cents === undefined) throw new Stop(`“${text}” is not an amount such as 10 or 10.50.`);
  return cents;
}

async function create(request: { email: string; password: string | undefined; balanceCents: number }) {
  const made = await withDatabase(
    (db) => createAccount(db, request, { onCreated: addSampleTranscript, by: commandLine }),
    { mayMake: true },
  );
  return {
    email: made.email,
    password: made.password,
    api_key: made.apiKey,
    balance: made.balanceCents / 100,
  };
}

async function credit(request: { email: string; amountCents: number }) {
  const { email, balanceCents } = await withDatabase((db) =>
    creditAccount(db, { ...request, by: commandLine }),
  );
  return { email, balance: balanceCents / 100 };
}

async function signingSecret(given: string) {
  const settings = readSettings();
  return withDatabase(async (db) => {
    const { id: accountId, email } = await findAccount(db, { email: given });
    const [inUse] = await readSigningSecrets(db, { accountId, secret: await readSecret(settings) });
    await recordEvent(db, { accountId, action: 'signing_secret.revealed', by: commandLine });
    return { email, signing_secret: inUse };
  });
}

async function resetLink(given: string) {
  const { baseUrl } = readSettings();
  return withDatabase(async (db) => {
    const { id, email } = await findAccount(db, { email: given });
    const { path, validUntil } = await createResetLink(db, { accountId: id, by: commandLine });
    return { email, reset_url: `${baseUrl}${path}`, valid_until: validUntil.toISOString() };
  });
}

async function twoFactorOff(given: string) {
  return withDatabase(async (db) => {
    const { id, email } = await findAccount(db, { email: given });
    const wasOn = await turnOffTwoFactor(db, { accountId: id, by: commandLine });
    return { email, two_factor: 'off', was_on: wasOn };
  });
}

async function placeHold(given: { email: string; jobId: string | undefined; reason: string }) {
  const { jobId, reason } = given;
  return withDatabase(async (db) => {
    const { id: accountId, email } = await findAccount(db, { email: given.email });
    await placeLegalHold(db, { accountId, jobId, reason, by: commandLine });
    return { email, job: jobId, legal_hold: 'placed' };
  });
}

async function releaseHold({ email: given, jobId }: { email: string; jobId: string | undefined }) {
  return withDatabase(async (db) => {
    const { id: accountId, email } = await findAccount(db, { email: given });
    const wasHeld = await releaseLegalHold(db, { accountId, jobId, by: commandLine });
    return { email, job: jobId, legal_hold: 'released', was_held: wasHeld };
  });
}

async function invitation(email: string | undefined) {
  const settings = readSettings();
  const { baseUrl, signUp } = settings;
  if (signUp === 'closed') {
    throw new Stop("LONGHAND_SIGN_UP is closed, so an invitation wouldn't work. Set it to invite.");
  }
  const secret = await readSecret(settings);
  const { path, validUntil } = await withDatabase((db) => invite(db, { email, by: commandLine }, secret));
  return { email, invitation_url: `${baseUrl}${path}`, valid_until: validUntil.toISOString() };
}

function audit(email: string | undefined): Promise<void> {
  return withDatabase(async (db) => {
    const account = email === undefined ? undefined : await findAccount(db, { email });
    await printEvents(readAllEvents(db, { accountId: account?.id }));
  });
}

async function list() {
  const accounts = await withDatabase(listAccounts);
  return {
    accounts: accounts.map(({ email, balanceCents, createdAt, isHeld }) => ({
      email,
      balance: balanceCents / 100,
      created_on: createdAt.toISOString(),
      legal_hold: isHeld,
    })),
  };
}

/** Prints events as JSON, one per line, at the reader's pace. Stops when the reader closes the pipe. */
async function printEvents(events: AsyncIterable<AccountEvent>): Promise<void> {
  try {
    await pipeline(Readable.from(toLines(events)), process.stdout, { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

async function* toLines(events: AsyncIterable<AccountEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(presentEvent(event))}\n`;
}

/** Runs an operator's command on the database after migrating it. */
async function withDatabase<T>(run: (db: Db) => Promise<T>, options: DatabaseOptions = {}): Promise<T> {
  const settings = readSettings();
  const work = async (url: string) => {
    await migrateOrStop(url, settings);
    const connection = connect(url, { max: 1 });
    return run(connection.db).finally(() => connection.close());
  };
  return withDatabaseUrl(settings, work, options);
}
