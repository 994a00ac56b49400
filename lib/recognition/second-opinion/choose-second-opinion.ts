import type { EngineDescription } from '#lib/recognition/engine';
import { describeModel } from '#lib/recognition/engines/sherpa/describe-model';
import type { InstalledModel, RecognizerManifest } from '#lib/recognition/models/manifest';
import { matchLanguage } from '#lib/recognition/options/match-language';

type Model = InstalledModel<RecognizerManifest>;

/**
 * Returns the smallest installed model that can rate the words of an engine without its own confidence. It needs less
 * memory than the engine's model, which implies less work, and both fit in `memoryMb` together. Servers get none: an
 * operator who has them wants no recognition on this machine, and their models are far larger, so a small one would
 * mostly show its own errors.
 */
export function chooseSecondOpinion(
  engine: EngineDescription,
  models: readonly Model[],
  { language, memoryMb }: { language: string | undefined; memoryMb: number },
): EngineDescription | undefined {
  const own = models.find((model) => describeModel(model).id === engine.id);
  if (engine.capabilities.confidence || own === undefined) return undefined;
  const { memoryMb: ownMb } = own.manifest;
  const asked = language === undefined ? (engine.capabilities.languages ?? []) : [language];
  const [smallest] = models
    .filter(({ manifest }) => manifest.memoryMb < ownMb && manifest.memoryMb + ownMb <= memoryMb)
    .filter(({ manifest }) => asked.some((tag) => understands(manifest, tag)))
    .toSorted((a, b) => a.manifest.memoryMb - b.manifest.memoryMb);
  return smallest && describeModel(smallest);
}

/** False for a model that doesn't state its languages, which can't be relied on. */
function understands({ languages }: RecognizerManifest, language: string): boolean {
  return languages !== undefined && matchLanguage(language, { languages }) !== undefined;
}
