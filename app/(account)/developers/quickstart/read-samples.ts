import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sample } from '#components/account/developers/quickstart';

const folder = 'docs/quickstart';
const documentedUrl = 'http://127.0.0.1:3000';

/** By language: what it is called, the file, how to run it, and what that needs. */
const languages = [
  { language: 'curl', file: 'transcribe.sh', run: 'sh transcribe.sh' },
  { language: 'Node.js', file: 'transcribe.mjs', run: 'node transcribe.mjs' },
  {
    language: 'Python',
    file: 'transcribe.py',
    run: 'python3 transcribe.py',
    install: 'pip install requests',
  },
  { language: 'Go', file: 'transcribe.go', run: 'go run transcribe.go' },
];

/** The programs of the quickstart, made to ask the server at `baseUrl`. */
export function readSamples(baseUrl: string): Promise<Sample[]> {
  return Promise.all(
    languages.map(async ({ language, file, run, install }) => {
      const text = await readFile(path.join(folder, file), 'utf8');
      const command = `LONGHAND_API_KEY=lh_test_… ${run} interview.mp3`;
      return {
        language,
        file,
        text: text.replaceAll(documentedUrl, baseUrl),
        commands: install === undefined ? command : `${install}\n${command}`,
      };
    }),
  );
}
