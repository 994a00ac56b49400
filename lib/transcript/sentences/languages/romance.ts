import type { Abbreviations } from '#lib/transcript/sentences/abbreviations';

export const romance: Record<string, Abbreviations> = {
  fr: {
    before:
      'm mm mme mmes mlle mlles Me mgr dr pr ste sts cf ch p.ex c.-à-d càd env apr av boul éd col cdt gén lt cap ' +
      'j.-c hab adr dir resp St Ste',
    beforeNumber: 'n no nº p pp art chap fig vol t al tél éd janv févr avr juil sept oct nov déc bd',
    anywhere: 'etc ltée inc cie sq sqq suiv av.j.-c p.s',
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    starters:
      'Le La Les Un Une Des Il Elle Ils Elles On Nous Vous Je Tu Ce Cette Ces Cela Ça Et Mais Ou Donc Or Ni Car Si Quand Comme Pour ' +
      'Dans En Au Aux Du Par Avec Sans Sur Puis Ensuite Alors Oui Non Mon Ma Mes Son Sa Ses Notre Votre Leur Qui Que Quoi Où ' +
      'Pourquoi Comment Tout Tous Toutes C J L D Qu N',
    letters: 'à y ô a',
  },
  es: {
    before:
      'sr sra srta sres sras srtas dr dra dres d dña profa lic ing arq gral cap cnel tte sto sta fr ud uds vd vds aprox av ' +
      'avda p.ej p.e ej c.c s.m pza pl ctra depto dpto excmo excma ilmo ilma rvdo mons ee ff',
    beforeNumber:
      'n núm nro pág págs p pp párr art cap fig vol t tel tfno ene feb abr jun jul ago sept oct nov dic lun mié jue vie sáb dom',
    anywhere: 'etc s.a s.l ee.uu d.c a.c cía ltda jr a.m p.m uu aa',
    starters:
      'El La Los Las Un Una Unos Unas Él Ella Ellos Ellas Nosotros Yo Tú Usted Ustedes Y Pero O Si Cuando Como Para En Del Al Por ' +
      'Con Sin Es Son Era Eran Fue Ha Han Hay No Sí Entonces Luego Después También Este Esta Esto Estos Ese Esa Eso Su Sus Mi Mis ' +
      'Nuestro Nuestra Que Qué Quién Cómo Dónde Cuándo Todo Todos Aquí Allí Ahora Hoy Ayer Mañana Vive Vamos Gracias',
    letters: 'a e o u y',
  },
  ca: {
    before: 'sr sra srs dr dra d st sta p.ex av pl aprox il·lm il·lma',
    beforeNumber: 'núm pàg pàgs art cap fig vol tel',
    anywhere: 'etc s.a s.l d.c a.c',
    starters:
      'El La Els Les Un Una Ell Ella Ells Elles Nosaltres Jo Tu I Però O Si Quan Com Per En Del Al Amb No Sí Això Aquest Aquesta Què Qui On',
    letters: 'a e i o',
  },
  gl: { before: 'sr sra dr dra d sta p.ex', beforeNumber: 'núm páx', anywhere: 'etc' },
  pt: {
    before:
      'sr sra srs sras srta dr dra drs dras d profa eng arq exmo exma ilmo av r pe sto sta gen cel cap ten sgt p.ex aprox dep ' +
      'V.Exa',
    beforeNumber: 'n nº núm pág págs p pp art cap fig vol tel jan fev abr jun jul ago set out nov dez séc',
    anywhere: 'etc s.a ltda cia e.u.a d.c a.c jr',
    starters:
      'O A Os As Um Uma Uns Umas Ele Ela Eles Elas Nós Eu Tu Você Vocês E Mas Ou Se Quando Como Para Em No Na Nos Nas Do Da De Ao Por ' +
      'Com Sem É São Era Foi Há Não Sim Então Depois Também Este Esta Isto Esse Essa Isso Aquele Seu Sua Meu Minha Nosso Que Quem ' +
      'Onde Porque Todo Todos Aqui Agora Hoje Ontem Amanhã Obrigado',
    letters: 'a e é o à',
  },
  it: {
    before:
      'sig sig.ra sigg sigra dir dott dott.ssa prof.ssa ing avv arch rag geom on sen gen col cap mons p.es es ecc.mo spett gent ' +
      'egr cfr c.a p.zza v.le c.so pag ca',
    beforeNumber:
      'n nn nr pag pagg p art artt cap fig vol tel sec gen feb mar apr mag giu lug ago set ott nov dic',
    anywhere: 'ecc etc s.p.a s.r.l d.c a.c',
    starters:
      'Il Lo La I Gli Le Un Una Uno E Ma O Se Quando Come Per In Nel Nella Di Del Della Da Al Alla Con È Sono Era Erano Ha Hanno Non ' +
      'Sì No Poi Allora Questo Questa Quello Quella Io Lui Lei Noi Voi Loro Che Chi Cosa Dove Perché Tutti Tutto Qui Ora Adesso Oggi ' +
      'Ieri Domani Anche Grazie',
    letters: 'a e è i o',
  },
  ro: {
    before: 'dl dna dlui d-l d-na dra dr ing av conf lect acad str bd sf de.ex cca gen col cpt',
    beforeNumber: 'nr pag art cap fig vol tel sec ian feb apr iun iul aug sept oct nov dec',
    anywhere: 'etc s.a s.r.l d.hr î.hr ș.a ş.a ș.a.m.d',
    starters:
      'El Ea Ei Ele Noi Voi Eu Tu Și Dar Sau Dacă Când Cum Pentru În La Pe De Din Cu Nu Da Este Sunt Era Acest Această Ce Cine Unde Apoi Un O',
    letters: 'a e i o și',
  },
};
