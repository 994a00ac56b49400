import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { openLanguageDetector, toWrittenLanguage } from '#lib/recognition/language-doubt/detect-language';
import { parakeetLanguages } from '#lib/recognition/models/languages';

/** Speech in eleven languages, without case and punctuation, as some models write it. */
const said: Readonly<Record<string, string>> = {
  cs: 'takže když jsme včera večer přišli domů v kuchyni se ještě svítilo a nikdo nevěděl kdo to tak nechal',
  da: 'altså da vi kom hjem i går aftes var lyset i køkkenet stadig tændt og ingen vidste hvem der havde ladet det stå',
  de: 'also als wir gestern Abend nach Hause kamen war in der Küche noch das Licht an und keiner wusste wer das vergessen hatte',
  en: 'so when we came home last night the light in the kitchen was still on and nobody knew who had left it like that',
  es: 'pues cuando llegamos anoche a casa la luz de la cocina todavía estaba encendida y nadie sabía quién la había dejado así',
  fr: 'alors quand on est rentrés hier soir la lumière de la cuisine était encore allumée et personne ne savait qui l’avait laissée',
  it: 'allora quando siamo tornati a casa ieri sera la luce in cucina era ancora accesa e nessuno sapeva chi l’avesse lasciata così',
  nl: 'dus toen we gisteravond thuiskwamen was het licht in de keuken nog aan en niemand wist wie dat had laten branden',
  pl: 'no więc jak wczoraj wieczorem wróciliśmy do domu w kuchni jeszcze paliło się światło i nikt nie wiedział kto je tak zostawił',
  pt: 'então quando chegámos a casa ontem à noite a luz da cozinha ainda estava acesa e ninguém sabia quem a tinha deixado assim',
  sv: 'så när vi kom hem igår kväll var lampan i köket fortfarande tänd och ingen visste vem som hade lämnat den så',
};
const list = (text: string): string[] => text.split(' ');

test('eleven languages are told by what is said in them, among those of Parakeet', async () => {
  const { detect } = await openLanguageDetector(parakeetLanguages);
  for (const [language, text] of Object.entries(said)) {
    assert.equal(detect(list(text)), language);
    assert.equal(detect(list(text.toUpperCase())), language, `${language} in capitals`);
    // With ten words it may be undecided, but not wrong.
    for (let from = 0; from + 10 <= list(text).length; from++)
      assert.ok(
        [language, undefined].includes(detect(list(text).slice(from, from + 10))),
        `${language} ${from}`,
      );
  }
});

test('no language is told by few words, by numbers, or by half a text each of two languages', async () => {
  const { detect } = await openLanguageDetector(undefined);
  const texts = Object.values(said).map(list);
  const few = fc.record({ words: fc.constantFrom(...texts), from: fc.nat(10), count: fc.nat(9) });
  fc.assert(
    fc.property(few, ({ words, from, count }) => {
      assert.equal(detect(words.slice(from, from + count)), undefined);
    }),
  );
  assert.equal(detect(Array.from({ length: 30 }, (_, i) => String(i * 37))), undefined);
  const { en = '', de = '' } = said;
  assert.equal(detect([...list(en).slice(0, 11), ...list(de).slice(0, 11)]), undefined);
});

test('only a language that the engine writes is told, whatever stands there', async () => {
  const anything = fc.array(fc.oneof(fc.string(), fc.constantFrom(...Object.values(said).flatMap(list))), {
    maxLength: 60,
  });
  const writable = fc.uniqueArray(fc.constantFrom(...parakeetLanguages), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(anything, writable, async (words, languages) => {
      const { detect } = await openLanguageDetector(languages);
      const found = detect(words);
      assert.ok(found === undefined || (languages.includes(found) && words.length >= 10));
      assert.equal(detect([...words]), found, 'the same words are told the same');
    }),
    { numRuns: 200 },
  );
});

test('Malay is not told where it may be Indonesian, and regions and codes of the same language are one', async () => {
  const words = list(
    'jadi ketika kami pulang tadi malam lampu di dapur masih menyala dan tidak ada yang tahu siapa yang meninggalkannya',
  );
  assert.equal((await openLanguageDetector(undefined)).detect(words), undefined);
  assert.equal((await openLanguageDetector(['en', 'id', 'ms'])).detect(words), undefined);
  assert.equal((await openLanguageDetector(['en', 'ms'])).detect(words), 'ms');
  assert.equal((await openLanguageDetector(['en-US', 'pt-BR'])).detect(list(said['pt'] ?? '')), 'pt');
  assert.deepEqual(['pt-BR', 'nb', 'yue-Hant', 'de'].map(toWrittenLanguage), ['pt', 'no', 'zh', 'de']);
  const { knows } = await openLanguageDetector(undefined);
  assert.deepEqual(['nb', 'fil', 'de-CH', 'mt', 'gl'].map(knows), [true, true, true, false, false]);
});
