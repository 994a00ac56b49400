import { type TranscriptDocument, toDocument } from '#lib/exports/documents/transcript-document';

/*
 * Transcripts for the tests of documents: one line in each script that a document must show, and a long recording.
 */

/** A speaker and what they say, by the language they say it in. */
export const spoken: Record<string, { speaker: string; text: string }> = {
  en: {
    speaker: 'Speaker 1',
    text: 'Good morning, this is “Longhand”: Łódź, naïve façade, Việt Nam and 25 more.',
  },
  el: { speaker: 'Ελένη', text: 'Καλημέρα σε όλους, σήμερα θα μιλήσουμε για τον καιρό.' },
  'und-Cyrl': { speaker: 'Сергей', text: 'Доброе утро, сегодня мы поговорим о погоде. Ґанок, їжа.' },
  he: {
    speaker: 'דנה',
    text: 'שלום לכולם, היום נדבר על מזג האוויר (וגם על 25 דברים אחרים) עם Longhand בעברית!',
  },
  ar: {
    speaker: 'أحمد',
    text: 'السلام عليكم ورحمة الله، اليوم سنتحدث عن الطقس (والأخبار) في برنامج Longhand عام ٢٠٢٦.',
  },
  hi: { speaker: 'प्रिया', text: 'नमस्ते, आज हम हिन्दी में बात करेंगे। क्षत्रिय, विद्यार्थी और स्थिति स्पष्ट है।' },
  zh: { speaker: '王芳', text: '大家好,今天我们来谈谈天气和新闻。這裡也有繁體中文。' },
  ja: { speaker: '佐藤', text: 'こんにちは。今日は天気とニュースについて話しましょう。' },
  ko: { speaker: '김민수', text: '안녕하세요, 오늘은 날씨와 뉴스에 대해 이야기하겠습니다.' },
  emoji: { speaker: 'Emoji 😀', text: 'Great job 👍 everyone 🎉 ✅ done' },
};

/** The document of what was said, each ten seconds after the one before. */
export function toSampleDocument(
  name: string,
  said: ReadonlyArray<{ speaker: string; text: string }>,
): TranscriptDocument {
  const monologues = said.map(({ speaker, text }, id) => ({
    id,
    speaker: { id, name: speaker },
    words: text.split(' ').map((word, index) => {
      const startMs = id * 10_000 + index * 300 + 500;
      return { text: word, startMs, endMs: startMs + 200, confidence: 1 };
    }),
  }));
  const createdAt = new Date('2026-11-20T10:00:00Z');
  return toDocument(
    { speakers: [], monologues },
    { name, createdAt, durationSeconds: null, editorUrl: 'https://longhand.example/editor/Job_1' },
  );
}

/** Three hours: 450 monologues of 67 words. */
export function longDocument(): TranscriptDocument {
  const words =
    'the quick brown fox jumps over every lazy dog that sleeps in parliament, and nobody minds.'.split(' ');
  const said = Array.from({ length: 450 }, (_, turn) => ({
    speaker: `Speaker ${(turn % 3) + 1}`,
    text: Array.from({ length: 67 }, (_, at) => words[(turn * 7 + at * at) % words.length]).join(' '),
  }));
  return toSampleDocument('A long meeting', said);
}
