/** What one instruction of a Dockerfile asks for; a command is a list of words, as a process is given them. */
export type Instruction =
  | { keyword: 'RUN' | 'CMD' | 'ENTRYPOINT' | 'HEALTHCHECK'; command: string[] }
  | { keyword: 'COPY'; from: string | undefined; sources: string[]; target: string }
  | { keyword: 'ENV'; variables: Record<string, string> }
  | { keyword: 'WORKDIR' | 'USER' | 'STOPSIGNAL' | 'VOLUME' | 'EXPOSE'; value: string };

/** A part of a Dockerfile that begins with FROM; `lines` are its instructions as a person reads them. */
export interface Stage {
  base: string;
  name: string | undefined;
  instructions: { line: string; instruction: Instruction }[];
}

/** The stages of a Dockerfile. Throws at whatever it does not know, so that nothing is left out unseen. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of joinLines(text)) {
    const [, keyword = '', rest = ''] = /^(\w+)\s+(.+)$/.exec(line) ?? [];
    if (keyword === 'FROM') {
      const [, base, name] = match(/^(\S+)(?: AS (\S+))?$/, rest, line);
      stages.push({ base: base ?? '', name, instructions: [] });
    } else {
      const stage = stages.at(-1);
      if (!stage) throw new Error(`before FROM: ${line}`);
      stage.instructions.push({ line, instruction: parseInstruction(keyword, rest, line) });
    }
  }
  return stages;
}

function joinLines(text: string): string[] {
  const joined = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return joined.split('\n').filter((line) => line.trim() !== '');
}

function parseInstruction(keyword: string, rest: string, line: string): Instruction {
  switch (keyword) {
    case 'RUN':
    case 'CMD':
    case 'ENTRYPOINT':
      return { keyword, command: parseCommand(rest, line) };
    case 'HEALTHCHECK': {
      // How often and how long is for the engine.
      const [, command = ''] = match(/^(?:--[a-z-]+=\S+ +)*CMD (.+)$/, rest, line);
      return { keyword, command: parseCommand(command, line) };
    }
    case 'COPY': {
      const [, from, words = ''] = match(/^(?:--from=(\S+) )?([^-$"[][^$"]*)$/, rest, line);
      const sources = words.split(/\s+/);
      const target = sources.pop() ?? '';
      return { keyword, from, sources, target };
    }
    case 'ENV': {
      match(/^(?:\w+=(?:"[^"$\\]*"|[^\s"'$\\]+)\s*)+$/, rest, line);
      const variables = [...rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(
        ([, name = '', quoted, plain]) => [name, quoted ?? plain ?? ''],
      );
      return { keyword, variables: Object.fromEntries(variables) };
    }
    case 'WORKDIR':
    case 'USER':
    case 'STOPSIGNAL':
    case 'VOLUME':
    case 'EXPOSE':
      return { keyword, value: match(/^[^$]+$/, rest, line)[0] };
    default:
      throw new Error(`not known here: ${line}`);
  }
}

/** A command is given as JSON, or to the shell. */
function parseCommand(text: string, line: string): string[] {
  if (!text.startsWith('[')) return ['/bin/sh', '-c', match(/^(?!--).+$/, text, line)[0]];
  const words: unknown = JSON.parse(text);
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) {
    throw new Error(`not a list of words: ${line}`);
  }
  return words;
}

function match(pattern: RegExp, text: string, line: string): RegExpExecArray {
  const found = pattern.exec(text);
  if (!found) throw new Error(`not known here: ${line}`);
  return found;
}
