import { readVocabulary } from '#lib/accounts/read-vocabulary';
import { saveVocabulary } from '#lib/accounts/save-vocabulary';
import { readJsonBody } from '#lib/api/read-json-body';
import { contract } from '#lib/api/v1/contract';
import { methods, serve } from '#lib/api/v1/serve';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: serve(contract.getVocabulary, async ({ db, accountId }) => ({
    vocabulary: await readVocabulary(db, { accountId }),
  })),
  PUT: serve(contract.putVocabulary, async ({ db, accountId, request }) => {
    const { vocabulary } = await readJsonBody(request);
    return { vocabulary: await saveVocabulary(db, { accountId, vocabulary }) };
  }),
});
