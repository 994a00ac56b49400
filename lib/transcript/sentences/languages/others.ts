import type { Abbreviations } from '#lib/transcript/sentences/abbreviations';

export const otherLanguages: Record<string, Abbreviations> = {
  fi: {
    before: 'esim ks vrt ns ts ao em hra rva nti tri dos dipl.ins fil.tri n huom mm e.a po vt os toim St',
    beforeNumber: 'n nro s klo kpl art puh tammik helmik',
    anywhere: 'jne yms ym jms eKr jKr milj mrd',
    months:
      'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta ' +
      'joulukuuta',
    starters:
      'Hän He Me Te Minä Sinä Se Ne Tämä Nämä Ja Mutta Tai Niin Sitten Kun Jos Koska Mitä Kuka Missä Miksi Miten Kyllä Ei On Oli Nyt ' +
      'Täällä Siellä Tänään Eilen Huomenna Myös Kaikki',
    hasOrdinals: 'before-small',
  },
  et: {
    before: 'nt s.t st hr pr prl dr vt ca u k.a s.a sh jr',
    beforeNumber: 'nr lk p ptk',
    anywhere: 'jne jms jm eKr pKr',
    months:
      'jaanuaril veebruaril märtsil aprillil mail juunil juulil augustil septembril oktoobril novembril detsembril',
    starters:
      'Ta Tema Nad Me Meie Te Ma Mina Sa See Need Ja Aga Või Siis Kui Sest Mis Kes Kus Miks Kuidas Jah Ei On Oli Nüüd Siin Seal',
    hasOrdinals: 'before-small',
  },
  lv: {
    before: 'piem t.i t.s kgs kdze dr prof sv ģen',
    beforeNumber: 'nr lpp p',
    anywhere: 'u.c utt u.tml',
    months: 'janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī decembrī',
    starters:
      'Viņš Viņa Viņi Mēs Es Tu Jūs Tas Tā Šis Un Bet Vai Ja Kad Jo Kas Kur Kāpēc Kā Jā Nē Ir Bija Tagad Šodien',
    hasOrdinals: 'before-small',
  },
  lt: {
    before: 'pvz t.y p pp dr doc šv gyd vad vyr min gen',
    beforeNumber: 'nr psl p str d m',
    anywhere: 'kt pan t.t m d mln mlrd',
    starters:
      'Jis Ji Jie Mes Aš Tu Jūs Tai Tas Ta Šis Ir Bet Ar Jei Kai Nes Kas Kur Kodėl Kaip Taip Ne Yra Buvo Dabar Šiandien',
    letters: 'o į',
  },
  hu: {
    before: 'pl ún ill dr özv ifj id kb vö ld hiv mk gr br szt pk sz.ig tkp',
    beforeNumber: 'sz old o fej bek tel',
    anywhere: 'stb kft rt zrt nyrt bt i.e i.sz s.k ft',
    months:
      'január február március április május június július augusztus szeptember október november december',
    starters:
      'A Az Egy Ez Ezek Ő Ők Mi Ti Én Te És De Vagy Ha Mert Mikor Amikor Akkor Így Úgy Mit Ki Hol Miért Hogyan Igen Nem Van Volt Most ' +
      'Itt Ott Ma Tegnap Holnap Aztán Is',
    letters: 'a e ő s',
    hasOrdinals: 'before-small',
  },
  tr: {
    before: 'dr doç yrd öğr gör sn Av uzm bkz örn alb bnb yzb müh mim ing fr Şti Bul Cad Sok Mah Ank İst',
    beforeNumber: 'no s sf cilt md tel',
    anywhere: 'vb vs vd a.ş ltd şti M.Ö M.S T.C',
    months:
      'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık yüzyıl Dünya kat sınıf',
    starters:
      'O Bu Şu Biz Siz Ben Sen Onlar Ve Ama Fakat Çünkü Eğer Ne Kim Nerede Neden Nasıl Evet Hayır Bir Şimdi Bugün Dün Yarın Sonra',
    letters: 'o',
    hasOrdinals: 'before-small',
  },
  eu: {
    before: 'adib dr and jn',
    beforeNumber: 'zk or',
    anywhere: 'eta.abar etab K.a K.o',
    hasOrdinals: 'before-small',
  },
  el: {
    before: 'κ κα κος δρ καθ π.χ δηλ βλ λ.χ αγ οδ λεωφ πρβλ σημ τ.μ αρ στρ',
    beforeNumber: 'αρ σελ σ τηλ κεφ παρ άρθρ Ιαν Φεβ Απρ Ιουν Ιουλ Αυγ Σεπτ Οκτ Νοε Δεκ',
    anywhere: 'κ.λπ κλπ κ.ά κ.τ.λ κτλ μ.Χ π.Χ π.μ μ.μ Α.Ε',
    starters:
      'Ο Η Το Οι Τα Ένας Μια Ένα Αυτός Αυτή Αυτό Αυτοί Εγώ Εσύ Εμείς Εσείς Και Αλλά Ή Αν Όταν Γιατί Επειδή Έτσι Τότε Μετά Τι Ποιος Πού ' +
      'Πώς Ναι Όχι Δεν Είναι Ήταν Έχει Στο Στη Στην Με Από Για Σε Εδώ Εκεί Τώρα Σήμερα Χθες Αύριο',
    letters: 'ο η',
  },
  hy: { before: 'օր դր պրոֆ պր տկ ս ք', beforeNumber: 'թ էջ', anywhere: 'և.այլն' },
  ka: { before: 'ე.ი ე.წ მაგ ბ-ნი ქ-ნი პროფ დოქტ ქ', beforeNumber: 'გვ თ', anywhere: 'ა.შ და.ა.შ' },
  he: { before: 'ד"ר ד״ר פרופ', anywhere: 'וכו וכד' },
  ar: { before: 'د أ أ.د م أ.م ص.ب ق.م هـ', beforeNumber: 'ص رقم ج', anywhere: 'إلخ الخ م هـ' },
  fa: { before: 'ق.م', beforeNumber: 'ص', anywhere: 'و.غیره' },
  ur: { beforeNumber: 'ص' },
  hi: {
    before:
      'डॉ डा श्री श्रीमती सुश्री प्रो पं स्व कु मि मो इं एड सं ले ई उदा ए बी सी डी एफ एच आई जे एल एम एन पी आर एस टी यू वी',
    beforeNumber: 'नं सं पृ क्र रु',
  },
  mr: {
    before: 'डॉ श्री श्रीमती सौ प्रा कु पं स्व इ उदा ए बी सी डी एफ एच जे एल एम एन पी आर एस टी व्ही',
    beforeNumber: 'क्र पृ रु नं',
    anywhere: 'वगैरे इ',
  },
  ne: { before: 'डा श्री श्रीमती प्रा सु', beforeNumber: 'नं पृ रु' },
  bn: { before: 'ডা ড মো মোঃ প্রফ শ্রী মি মিসেস সৈ', beforeNumber: 'নং পৃ' },
  pa: { before: 'ਡਾ ਸ ਸ੍ਰ ਪ੍ਰੋ ਸ਼੍ਰੀ', beforeNumber: 'ਨੰ' },
  gu: { before: 'ડૉ ડો શ્રી શ્રીમતી પ્રો સ્વ કુ', beforeNumber: 'નં પૃ રૂ', anywhere: 'વગેરે' },
  or: { before: 'ଡା ଡ ଶ୍ରୀ ପ୍ରଫେସର', beforeNumber: 'ନଂ' },
  ta: { before: 'டாக்டர் திரு திருமதி செல்வி பேரா டி எம் எஸ் கே ஆர் பி வி', beforeNumber: 'எண் ரூ ப' },
  te: { before: 'డా డాక్టర్ శ్రీ శ్రీమతి ప్రొ కె ఎన్ టి', beforeNumber: 'నం రూ పే', anywhere: 'మొ' },
  kn: { before: 'ಡಾ ಶ್ರೀ ಶ್ರೀಮತಿ ಪ್ರೊ ಕು ಕೆ ಎಸ್', beforeNumber: 'ನಂ ರೂ ಪು' },
  ml: { before: 'ഡോ ശ്രീ ശ്രീമതി മി പ്രൊ പ്രൊഫ കെ എം പി', beforeNumber: 'നം രൂ പേ', anywhere: 'മുതലായവ' },
  si: { before: 'ආචාර්ය මහාචාර්ය ඩී ඒ', beforeNumber: 'අංක' },
  am: { before: 'ዶ ዶ/ር ፕ/ር አቶ ወ/ሮ', beforeNumber: 'ቁ ገጽ' },
  kk: { before: 'т.б мыс проф акад ак көш', beforeNumber: 'б бет', anywhere: 'т.б т.с.с', letters: 'о' },
  vi: { before: 'tp ts ths pgs gs bs ks tx tt q p', beforeNumber: 'tr số', anywhere: 'v.v' },
  id: {
    before: 'bpk tn ny nn drs dra ir yth sdr jl a.n u.b d.a s.d hlm',
    beforeNumber: 'no hal hlm',
    anywhere: 'dll dsb dst tbk',
  },
  ms: { before: 'en pn cik dr yb jln sdn bhd', beforeNumber: 'no ms', anywhere: 'dll dsb' },
  cy: { before: 'mr mrs dr e.e h.y', anywhere: 'ayyb' },
  ga: { before: 'an-t m.sh dr', beforeNumber: 'lch uimh', anywhere: 'srl' },
  ko: {},
};
