import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '#bin/list-files.mjs';
import { Stop } from '#bin/cli-output.mjs';

const target = '.messages';

/** Compiles `messages/` into the modules of `#messages/*`, atomically and only changed ones. Needs the packages. */
export async function compileMessages() {
  const { readCatalogue } = await import('./read-catalogue.mjs');
  const { renderLanguages, renderModules } = await import('./render-module.mjs');
  try {
    const catalogue = readCatalogue();
    const [source = new Map()] = catalogue.values();
    const modules = new Map([['languages.ts', renderLanguages([...catalogue.keys()])]]);
    for (const feature of source.keys()) {
      const languages = [...catalogue].map(
        ([tag, features]) => /** @type {const} */ ([tag, features.get(feature) ?? new Map()]),
      );
      const rendered = renderModules(feature, new Map(languages));
      rendered.forEach((content, file) => modules.set(file, content));
    }
    write(modules);
  } catch (error) {
    throw new Stop(error instanceof Error ? error.message : String(error));
  }
}

/** @param {Map<string, string>} modules */
function write(modules) {
  for (const [name, content] of modules) {
    const file = path.join(target, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, content);
    renameSync(`${file}.${process.pid}`, file);
  }
  for (const file of listFiles(target)) {
    if (file.endsWith('.ts') && !modules.has(path.relative(target, file))) rmSync(file, { force: true });
  }
}
