import { existsSync } from 'node:fs';
import path from 'node:path';

/** The reason why a test is skipped if there are no models. */
export const noTestModels = 'skipped: no models in ../shared/models (set LONGHAND_TEST_MODELS_DIR)';

/** Returns the folder with the real speech models for tests; undefined if it is missing. */
export function testModels(): string | undefined {
  const folder = path.resolve(process.env['LONGHAND_TEST_MODELS_DIR'] ?? '../shared/models');
  return existsSync(path.join(folder, 'zipformer-en-3.3m', 'encoder.int8.onnx')) ? folder : undefined;
}
