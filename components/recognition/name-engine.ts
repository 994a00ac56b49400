import * as texts from '#messages/recognition-facts';

/** An engine's name, or its model's, if the engine can run several. */
export function nameEngine({ engine, model }: { engine: string; model: string }): string {
  if (engine === 'pocketsphinx') return texts.engines.pocketsphinx();
  return engine === 'openai' ? texts.inferenceServer({ model }) : model;
}
