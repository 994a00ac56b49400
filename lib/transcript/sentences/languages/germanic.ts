import type { Abbreviations } from '#lib/transcript/sentences/abbreviations';

const german: Abbreviations = {
  before:
    'hr fr frl hrn Fa dipl ing Mag phil med jur nat rer habil bzw vgl sog sogen ca bspw evtl ggf ggfs inkl exkl insb insbes ' +
    'zzgl abzgl bzgl betr gem geb gest d.h d.i i.d.R i.A i.V i.e.S z.T z.Zt z.H z.Hd o.g s.o s.u u.a.m v.a v.Chr n.Chr ' +
    'u.U m.E ehem allg gen max min mind durchschn einschl entspr jew kath ev St Skt hl Mio Mrd lt tägl',
  beforeNumber:
    'nr nrn abb abs art bd kap s st ziff tel str jan feb mrz apr jun jul aug sep sept okt nov dez ed aufl',
  anywhere: 'usw usf etc u.a u.ä o.ä dgl dergl jr sen jun str std mwst',
  months:
    'Januar Jänner Februar Feber März April Mai Juni Juli August September Oktober November Dezember Jan Feb Mrz Apr Jun Jul ' +
    'Aug Sep Sept Okt Nov Dez Jahrhundert Jahrhunderts Weltkrieg Weltkriegs',
  beforeOrdinal:
    'am im vom zum zur beim bis ab der die das den dem des jeder jede jedes jeden jedem mein meine meinen meinem meiner sein ' +
    'seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere unseren unserem unserer ein eine einen einem einer ' +
    'und oder',
  starters:
    'Der Die Das Den Dem Ein Eine Einen Einer Einem Er Sie Es Wir Ihr Ich Du Man Und Aber Oder Doch Denn Da Dann Dort Hier So ' +
    'Wenn Als Wie Was Wer Wo Wann Warum Weil Obwohl Ja Nein Nun Im In An Am Auf Aus Bei Mit Nach Von Vor Zu Zum Zur Für ' +
    'Über Unter Durch Auch Noch Schon Nur Jetzt Heute Gestern Danach Dazu Damit Dabei Daher Deshalb Darum Trotzdem Mein ' +
    'Meine Sein Seine Ihre Unser Unsere Diese Dieser Dieses Alle Alles Viele Kein Keine Nicht Ist Sind War Waren Hat Haben',
  hasOrdinals: 'before-nouns',
};

const nordicMonths =
  'januar februar marts mars april mai maj juni juli august september oktober november desember december';

const danish: Abbreviations = {
  before:
    'hr fr frk fhv dvs f.eks fx bl.a ca kl jf pga ift vedr mht mfl inkl ekskl evt hhv iflg tidl sml adj cand mag stud d.v.s ' +
    'p.g.a m.h.t i.f.m f.Kr e.Kr el.lign St Skt',
  beforeNumber: 'nr kap s stk d bd bind pkt art jan feb apr jun jul aug sept okt nov dec tlf',
  anywhere: 'osv mv m.m m.v m.fl o.l etc kr mio mia',
  months: nordicMonths,
  starters:
    'Den Det De Der En Et Han Hun Vi Jeg Du I Og Men Eller Så Da Når Hvis Hvad Hvem Hvor Hvorfor Ja Nej Nu Her Dette Denne Disse ' +
    'På Til Fra Med Efter Som For Om Også Ikke Alle Min Mit Vores',
  hasOrdinals: 'before-small',
};

const norwegian: Abbreviations = {
  before:
    'hr fr frk dvs f.eks bl.a ca kl jf pga ift vedr mht inkl ekskl evt hhv iflg tidl adm dir d.v.s fvt St',
  beforeNumber: 'nr kap s stk d bd pkt art jan feb apr jun jul aug sept okt nov des tlf',
  anywhere: 'osv mv m.m m.v m.fl o.l etc kr mill mrd',
  months: nordicMonths,
  starters:
    'Den Det De Der En Et Ei Han Hun Vi Jeg Eg Du Og Men Eller Så Da Når Hvis Hva Hvem Hvor Hvorfor Ja Nei Nå Her Dette Denne ' +
    'Disse På Til Fra Med Etter Som For Om Også Ikke Alle Min Mitt Vår',
  hasOrdinals: 'before-small',
};

export const germanic: Record<string, Abbreviations> = {
  en: {
    before:
      'messrs mmes fr br sr msgr pres supt insp det adm maj cpl pvt brig esp approx viz cf mt Dept Univ Asst ' +
      'Assoc Adj Atty Gens Reps Sens Profs Drs Sgts Capts Lts Cols',
    beforeNumber:
      'no nos rs pp p fig figs sec ch vol vols art eq ver v op approx ca c Tue Tues Wed Thu Thur Thurs Fri Mon Ext Apt Ste Rm',
    anywhere:
      'al ft Ed Esq N.Y L.A A.D B.C E.U U.S.A M.D B.A M.A J.D R.N lb lbs oz hrs min mins mph Ave Blvd Rd Hwy',
    months:
      'January February March April May June July August September October November December Jan Feb Mar Apr Jun Jul Aug Sep ' +
      'Sept Oct Nov Dec',
    starters:
      'The This That These Those There Then They He She It We You I If In But And So Or As At For From His Her Its Our My Your Their ' +
      'What When Where Why Who How However Yes No Not Now Well Oh Okay OK One Some Many Most All After Before Because Although While ' +
      'Since Once To On By With An Is Are Was Were Do Does Did Have Has Had Can Could Would Should Will Let Maybe Also Each Every ' +
      'Both Such Later Today Here Please Thank Thanks Right Sure Meanwhile Instead Finally Still Even Just Nobody Everyone Nothing',
    letters: 'I',
  },
  de: german,
  lb: german,
  nl: {
    before:
      'dhr mevr mw mej dr drs ir ing mr ds st bijv bv d.w.z m.a.w m.b.t o.a i.p.v i.v.m t.a.v t.o.v t/m zgn ca evt incl excl ' +
      'resp vgl ged gebr jhr jkvr z.g n.a.v o.l.v a.u.b z.s.m',
    beforeNumber: 'nr nrs blz p art afb fig hfst dl tel jan feb mrt apr jun jul aug sep sept okt nov dec',
    anywhere: 'enz etc e.d n.v b.v jr sr v.Chr n.Chr m.n ong',
    starters:
      'De Het Een Hij Zij Ze We Wij Ik Jij Je U En Maar Of Als Toen Dan Dus Want Omdat Daarom Dat Dit Die Deze Er In Op Aan Voor Met ' +
      'Van Naar Bij Om Wat Wie Waar Waarom Hoe Ja Nee Niet Nu Hier Daar Mijn Zijn Haar Ons Onze Is Was Waren Heeft Hebben Ook Alle ' +
      'Vandaag Gisteren Morgen',
    letters: 'u',
  },
  af: { before: 'mnr mev mej dr prof ds bv d.w.s', beforeNumber: 'nr bl', anywhere: 'ens ensovoorts' },
  sv: {
    before:
      'hr fr frk dr prof t.ex bl.a d.v.s dvs ca kl jfr p.g.a m.a.o f.d s.k tf i.e inkl exkl ev resp ang adj doc tekn St ' +
      'S:t e.Kr f.Kr',
    beforeNumber: 'nr kap sid s st art bd jan feb apr jun jul aug sept okt nov dec tel',
    anywhere: 'osv m.m m.fl o.s.v o.d etc kr milj mdr',
    months: 'januari februari mars april maj juni juli augusti september oktober november december',
    starters:
      'Den Det De Där Då En Ett Han Hon Vi Jag Du Ni Och Men Eller Så När Om Vad Vem Var Varför Hur Ja Nej Nu Här Detta Denna Dessa På ' +
      'Till Från Med Efter Som För Också Inte Alla Min Mitt Vår I',
    letters: 'i å',
  },
  da: danish,
  nb: norwegian,
  nn: norwegian,
  no: norwegian,
  is: {
    before: 'hr fr t.d þ.e m.a o.fl dr próf sr u.þ.b sbr skv',
    beforeNumber: 'nr bls gr kl',
    anywhere: 'o.s.frv o.fl kr',
    months: 'janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember',
    starters: 'Hann Hún Það Við Ég Þú Og En Eða Svo Þá Þegar Ef Hvað Hver Hvar Já Nei Nú Hér Þetta',
    hasOrdinals: 'before-small',
  },
};
