import type { ExportLook } from '#lib/exports/documents/document-look';
import { type TranscriptDocument, toDocument } from '#lib/exports/documents/transcript-document';
import { toTranscript } from '#lib/revisions/read-transcript';
import { toExportTask, toSource } from './to-source';

/* Transcripts for tests of documents: one line in each script that a document must show, and a long recording. */

/** A speaker and a text, by the text's language. */
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
  bn: { speaker: 'রিয়া', text: 'নমস্কার, আজ আমরা বাংলায় কথা বলব। শিক্ষার্থী ও কর্মক্ষেত্র, ক্ষমা, স্ত্রী।' },
  pa: { speaker: 'ਸਿਮਰਨ', text: 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ, ਅੱਜ ਅਸੀਂ ਪੰਜਾਬੀ ਵਿੱਚ ਗੱਲ ਕਰਾਂਗੇ।' },
  gu: { speaker: 'દિયા', text: 'નમસ્તે, આજે આપણે ગુજરાતીમાં વાત કરીશું. વિદ્યાર્થી અને સ્થિતિ.' },
  ta: { speaker: 'கவிதா', text: 'வணக்கம், இன்று நாம் தமிழில் பேசுவோம். மொழி, கோவை, ஸ்ரீ.' },
  te: { speaker: 'లక్ష్మి', text: 'నమస్కారం, ఈ రోజు మనం తెలుగులో మాట్లాడుదాం. విద్యార్థి, స్త్రీ.' },
  kn: { speaker: 'ಕಾವ್ಯ', text: 'ನಮಸ್ಕಾರ, ಇಂದು ನಾವು ಕನ್ನಡದಲ್ಲಿ ಮಾತನಾಡೋಣ. ವಿದ್ಯಾರ್ಥಿ, ಸ್ತ್ರೀ.' },
  ml: { speaker: 'അഞ്ജു', text: 'നമസ്കാരം, ഇന്ന് നമുക്ക് മലയാളത്തിൽ സംസാരിക്കാം. വിദ്യാർത്ഥി, കൊച്ചി.' },
  si: { speaker: 'නිමල්', text: 'ආයුබෝවන්, අද අපි සිංහලෙන් කතා කරමු. ශ්‍රී ලංකාව, විද්‍යාර්ථී.' },
  th: { speaker: 'สมชาย', text: 'สวัสดีครับ วันนี้เราจะพูดเรื่องน้ำและข่าวเป็นภาษาไทย ที่นี่กับเพื่อนทุกคน' },
  lo: { speaker: 'ສົມພອນ', text: 'ສະບາຍດີ ມື້ນີ້ພວກເຮົາຈະເວົ້າເປັນພາສາລາວກ່ຽວກັບນ້ຳ' },
  km: { speaker: 'សុភា', text: 'ជំរាបសួរ ថ្ងៃនេះយើងនឹងនិយាយភាសាខ្មែរអំពីអាកាសធាតុ' },
  my: { speaker: 'အောင်', text: 'မင်္ဂလာပါ၊ ဒီနေ့ မြန်မာစကားပြောကြမယ်။ ကျေးဇူးတင်ပါတယ်။' },
  bo: { speaker: 'བསྟན་འཛིན།', text: 'བཀྲ་ཤིས་བདེ་ལེགས། དེ་རིང་ང་ཚོས་བོད་སྐད་བཤད་ཀྱི་ཡིན།' },
  ka: { speaker: 'ნინო', text: 'გამარჯობა, დღეს ქართულად ვისაუბრებთ ამინდზე.' },
  hy: { speaker: 'Անի', text: 'Բարեւ ձեզ, այսօր կխոսենք հայերեն եղանակի մասին։' },
  am: { speaker: 'ሰላም', text: 'ሰላም፣ ዛሬ በአማርኛ ስለ አየር ሁኔታ እንነጋገራለን።' },
  zh: { speaker: '王芳', text: '大家好,今天我们来谈谈天气和新闻。這裡也有繁體中文。' },
  ja: { speaker: '佐藤', text: 'こんにちは。今日は天気とニュースについて話しましょう。' },
  ko: { speaker: '김민수', text: '안녕하세요, 오늘은 날씨와 뉴스에 대해 이야기하겠습니다.' },
  emoji: { speaker: 'Emoji 😀', text: 'Great job 👍 everyone 🎉 ✅ done' },
};

/** The same for letters with marks above and below them and joiners between them, read from right to left. */
export const pointed: typeof spoken = {
  'he-points': { speaker: 'דָּוִד', text: 'שָׁלוֹם לְכֻלָּם, הַיּוֹם נְדַבֵּר עַל הַסֵּפֶר.' },
  'ar-harakat': { speaker: 'مُحَمَّد', text: 'السَّلَامُ عَلَيْكُمْ، اَلْيَوْمَ نَتَحَدَّثُ عَنِ الْكِتَابِ.' },
  fa: { speaker: 'نیما', text: 'سلام، امروز درباره‌ی کتاب‌ها صحبت می‌کنیم و آن‌ها را می‌خوانیم.' },
  dv: { speaker: 'އަލީ', text: 'އައްސަލާމު ޢަލައިކުމް، މިއަދު ދިވެހި ބަހުން ވާހަކަ ދައްކަން.' },
  syr: { speaker: 'ܐܦܪܝܡ', text: 'ܠܫܳܢܳܐ ܣܽܘܪܝܳܝܳܐ' },
  yi: { speaker: 'משה', text: 'ייִדיש שפּראַך איז אַ שיינע.' },
};

/** Returns the document of these texts, each ten seconds after the previous one. */
export function toSampleDocument(
  name: string,
  said: ReadonlyArray<{ speaker: string; text: string }>,
  look?: ExportLook,
): TranscriptDocument {
  const { job, ...setting } = toExportTask(toSource(said));
  return toDocument(toTranscript(toSource(said)), { ...job, name }, { ...setting, ...(look && { look }) });
}

const words =
  'the quick brown fox jumps over every lazy dog that sleeps in parliament, and nobody minds.'.split(' ');

/** Three hours: 450 monologues of 67 words. */
export const longMeeting = Array.from({ length: 450 }, (_, turn) => ({
  speaker: `Speaker ${(turn % 3) + 1}`,
  text: Array.from({ length: 67 }, (_, at) => words[(turn * 7 + at * at) % words.length]).join(' '),
}));
