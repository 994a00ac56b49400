import { readVocabulary, checkVocabulary, saveVocabulary } from '#lib/accounts/settings/vocabulary';
import { readJsonBody } from '#lib/api/body/read-body';
import { contract } from '#lib/api/v1/contract';
import { methods, serve } from '#lib/api/v1/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: serve(contract.getVocabulary, async ({ db, accountId }) => ({
    vocabulary: await readVocabulary(db, { accountId }),
  })),
  PUT: serve(contract.putVocabulary, async ({ db, accountId, mode, request, by }) => {
    const { vocabulary } = await readJsonBody(request);
    if (mode === 'test') return { vocabulary: checkVocabulary(vocabulary) };
    return { vocabulary: await saveVocabulary(db, { accountId, vocabulary, by }) };
  }),
});
