import * as texts from '#messages/recognition-facts';

/** What an engine is called where it can be chosen: by its model, where it can have several. */
export function nameEngine({ engine, model }: { engine: string; model: string }): string {
  if (engine === 'pocketsphinx') return texts.engines.pocketsphinx();
  return engine === 'openai' ? texts.inferenceServer({ model }) : model;
}
