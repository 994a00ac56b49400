import type { Metadata } from 'next';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { requireSession } from '#app/session';
import { DeveloperFrame } from '#app/(account)/developers/developer-frame.tsx';
import { env } from '#lib/settings/env';
import * as developerTexts from '#messages/developers';
import * as texts from '#messages/quickstart';
import { Quickstart, type Sample } from './quickstart';

export const generateMetadata = (): Metadata => ({ title: developerTexts.quickstart() });

const folder = 'docs/quickstart';

const documentedUrl = 'http://127.0.0.1:3000';

interface Program {
  language: string;
  file: string;
  run: string;
  /** The command that installs dependencies. */
  install?: string;
}

const curl: Program = { language: 'curl', file: 'transcribe.sh', run: 'sh transcribe.sh' };

const programs: Program[] = [
  curl,
  { language: 'Node.js', file: 'transcribe.mjs', run: 'node transcribe.mjs' },
  {
    language: 'Python',
    file: 'transcribe.py',
    run: 'python3 transcribe.py',
    install: 'pip install requests',
  },
  { language: 'Go', file: 'transcribe.go', run: 'go run transcribe.go' },
];

/** The programming languages of the quickstart. */
const sampleLanguages = programs.map(({ language }) => language);

export default async function Page({ searchParams }: { searchParams: Promise<{ language?: unknown }> }) {
  const { email } = await requireSession('/developers/quickstart');
  const shown = await readSample((await searchParams).language, env().baseUrl);
  return (
    <DeveloperFrame email={email} page="quickstart" lead={texts.lead()}>
      <Quickstart languages={sampleLanguages} shown={shown} baseUrl={env().baseUrl} />
    </DeveloperFrame>
  );
}

/** The quickstart program in this language, else for curl, adapted to the server at `baseUrl`. */
async function readSample(asked: unknown, baseUrl: string): Promise<Sample> {
  const { language, file, run, install } = programs.find((program) => program.language === asked) ?? curl;
  const text = await readFile(path.join(folder, file), 'utf8');
  const command = `LONGHAND_API_KEY=lh_test_… ${run} interview.mp3`;
  return {
    language,
    file,
    text: text.replaceAll(documentedUrl, baseUrl),
    commands: install === undefined ? command : `${install}\n${command}`,
  };
}
