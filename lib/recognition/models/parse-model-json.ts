/** The JSON of a model's folder. Folders of earlier versions spell the role `recogniser`. Throws what `JSON.parse` throws. */
export function parseModelJson(text: string): unknown {
  return JSON.parse(text.replaceAll('"recogniser"', '"recognizer"'));
}
