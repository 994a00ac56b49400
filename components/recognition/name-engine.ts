import * as texts from '#messages/recognition-facts';

/** An engine's name: its model's, if the engine can have several. */
export function nameEngine({ engine, model }: { engine: string; model: string }): string {
  if (engine === 'pocketsphinx') return texts.engines.pocketsphinx();
  return engine === 'openai' ? texts.inferenceServer({ model }) : model;
}
