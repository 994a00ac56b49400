import { isCommandName, readArguments, type CommandName } from './arguments.ts';
import type { Context } from './context.ts';
import { describeFileError, explainFileError } from './file-error.ts';
import { get } from './get.ts';
import { help } from './help.ts';
import { jobs } from './jobs.ts';
import { ApiError, ConnectionError } from './library/errors.ts';
import { exitCodes, Stop } from './stop.ts';
import { isDenial } from './transcribe-file.ts';
import { put } from './put.ts';
import { recognize } from './recognize.ts';
import { transcribe } from './transcribe.ts';
import { watch } from './watch.ts';

const commands: Readonly<Record<CommandName, typeof get>> = { transcribe, watch, jobs, get, put, recognize };

/** Runs the command line with these arguments. Returns the exit code. */
export async function run(args: string[], context: Context, version: string): Promise<number> {
  const [command = '', ...rest] = args;
  try {
    if (command === '--version') return print(context, version);
    if (command === '--help' || command === 'help') return print(context, help['']);
    if (command === '') throw new Stop(exitCodes.usage, help['']);
    if (!isCommandName(command)) {
      throw new Stop(
        exitCodes.usage,
        `Unknown command ${JSON.stringify(command)}. To list all commands: longhand --help`,
      );
    }
    const given = readArguments(command, rest);
    if (given.flag('help')) return print(context, help[command]);
    return await commands[command](given, context);
  } catch (error) {
    const { code, message } = explain(context.signal.aborted ? context.signal.reason : error);
    context.stderr.write(`${message}\n`);
    return code;
  }
}

function print({ stdout }: Context, text: string): number {
  stdout.write(`${text}\n`);
  return exitCodes.done;
}

/** Turns the error that ended a command into a message and an exit code. */
function explain(error: unknown): { code: number; message: string } {
  if (error instanceof Stop) return error;
  if (isDenial(error)) {
    return { code: exitCodes.denied, message: `${error.detail || error.title} Is the API key right?` };
  }
  if (error instanceof ApiError) {
    const detail = error.detail || error.title;
    const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
    return { code: exitCodes.someFailed, message: `${detail}${request}` };
  }
  if (error instanceof ConnectionError) return { code: exitCodes.unreachable, message: error.message };
  const file = error instanceof Error ? (error as NodeJS.ErrnoException).path : undefined;
  // Commands explain read errors themselves.
  if (file !== undefined && describeFileError(error) !== undefined) {
    return { code: exitCodes.someFailed, message: explainFileError(error, { act: 'write', file }) };
  }
  return { code: exitCodes.someFailed, message: error instanceof Error ? error.message : String(error) };
}
