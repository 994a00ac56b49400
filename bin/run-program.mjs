import { spawn } from 'node:child_process';
import { endWithUs } from './interruption.mjs';
import { printLine } from './cli-output.mjs';

/**
 * Runs a program, hiding its output unless LONGHAND_VERBOSE is set. Returns its exit code and output; 127 if it
 * couldn't be started. File descriptor 3 is a pipe whose lines go to `onStatus`.
 * @param {string} program
 * @param {string[]} parameters
 * @param {{ env?: Record<string, string | undefined>, onStatus?: (line: string) => void }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runProgram(program, parameters, { env = {}, onStatus } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', onStatus ? 'pipe' : 'ignore'],
    });
    endWithUs(child);
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      if (process.env['LONGHAND_VERBOSE']) process.stderr.write(chunk);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.stdio[3]?.on('data', (/** @type {Buffer} */ chunk) => {
      for (const line of chunk.toString().split('\n')) onStatus?.(line);
    });
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program with visible output, and returns its exit code.
 * @param {string[]} words the program, its parameters and what runs it
 * @param {Record<string, string>} env
 * @returns {Promise<number>}
 */
export function runShown([program = '', ...parameters], env) {
  const child = spawn(program, parameters, { stdio: 'inherit', env: { ...process.env, ...env } });
  endWithUs(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Prints a failed program's output, unless it was shown already.
 * @param {{ output: string }} result
 */
export function printOutput({ output }) {
  if (!process.env['LONGHAND_VERBOSE']) printLine(output.trim());
}
