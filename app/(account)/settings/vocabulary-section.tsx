import { offerRecognition } from '#app/(account)/offer-recognition';
import { requireSession } from '#app/session';
import { readVocabulary } from '#lib/accounts/settings/vocabulary';
import * as texts from '#messages/vocabulary';
import { SettingsSection } from './settings-section';
import { Vocabulary } from './vocabulary';

/** The words and phrases that count for all recordings of an account. */
export async function VocabularySection() {
  const { db, accountId } = await requireSession('/settings');
  const [phrases, offer] = await Promise.all([readVocabulary(db, { accountId }), offerRecognition()]);
  return (
    <SettingsSection title={texts.title()} lead={texts.accountLead()}>
      <Vocabulary phrases={phrases} offer={offer} />
    </SettingsSection>
  );
}
