import type { Abbreviations } from '#lib/transcript/sentences/abbreviations';

const czech: Abbreviations = {
  before:
    'např tj tzv tzn mj resp popř příp ev cca kpt mjr gen plk sv pí sl ing mgr bc mudr judr phdr rndr doc dr ' +
    'č.p n.l př.n.l p.n.l t.č t.j t.zn vč zejm srov roč',
  beforeNumber: 'č čl str odst kap obr tab r tř tel',
  anywhere: 'atd apod aj atp kč tis mil mld hod min a.s s.r.o o.p.s',
  months:
    'ledna února března dubna května června července srpna září října listopadu prosince leden únor březen duben květen ' +
    'červen červenec srpen říjen listopad prosinec',
  starters:
    'A Ale Ten Ta To Ti Ty Já My Vy On Ona Ono Oni V Ve Na Z Ze S Se Si Do Po Pro Při Za Od U O K Když Jestli Protože Proto Pak ' +
    'Potom Tak Takže Co Kdo Kde Kdy Jak Proč Ano Ne Je Jsou Byl Byla Bylo Byli Není Tady Tam Teď Dnes Včera Zítra',
  letters: 'a i k o s u v z',
  hasOrdinals: 'before-small',
};

const slovak: Abbreviations = {
  ...czech,
  before:
    'napr tj tzv t.j t.zn resp príp cca sv ing mgr bc mudr judr phdr doc dr p pl gen kpt plk č.d n.l pr.n.l',
  beforeNumber: 'č čl str ods kap obr tab r tel',
  anywhere: 'atď a.s s.r.o apod tis mil mld hod min',
  months:
    'januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra január február marec apríl máj ' +
    'jún júl august september október november december',
  starters:
    'A Ale Ten Tá To Tí Ja My Vy On Ona Ono Oni V Vo Na Z Zo S So Do Po Pre Pri Za Od U O K Keď Ak Pretože Preto Potom Tak Takže ' +
    'Čo Kto Kde Kedy Ako Prečo Áno Nie Je Sú Bol Bola Bolo Boli Tu Tam Teraz Dnes Včera Zajtra',
};

const serboCroatian: Abbreviations = {
  before:
    'npr tj tzv g gđa gđica gosp dr mr sv ing dipl inž akad ul odn tzn cca нпр тј тзв г гђа госп др мр св ул одн',
  beforeNumber: 'br čl st god str бр чл ст год',
  anywhere: 'itd i.t.d isl sl dr mil итд исл',
  months:
    'siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga studenog prosinca januara ' +
    'februara marta aprila maja juna jula avgusta augusta septembra oktobra novembra decembra јануара фебруара марта априла ' +
    'маја јуна јула августа септембра октобра новембра децембра',
  starters:
    'A Ali I U Na Za Od Do Iz S Sa On Ona Ono Oni Mi Vi Ja Ti To Taj Ta Kada Kad Ako Jer Zato Onda Tako Što Šta Tko Ko Gdje Gde ' +
    'Kako Zašto Da Ne Je Su Bio Bila Bilo Danas Sutra Али И У На За Од До Из Он Она Ми Ви Ја То Када Ако Да Не',
  letters: 'a i o u s k а и о у с к',
  hasOrdinals: 'before-small',
};

const russian: Abbreviations = {
  before:
    'т.е т.к т.н т.о т.ч напр гр тов пгт акад проф доц ул пр просп пер наб пл обл р-н д-р св см ср инж канд ' +
    'зам гл кн ред изд др.-греч лат англ нем фр',
  beforeNumber: 'стр с п пп ст гл рис табл т тт д кв корп оф тел № янв февр апр авг сент окт нояб дек ок',
  anywhere: 'им табл млн млрд тыс др пр т.д т.п и.о г гг в вв н.э руб коп чел час мин сек кг км м см мм л',
  months: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  starters:
    'А Но И Он Она Оно Они Мы Вы Я Ты Это Этот Эта Эти Тот Та Те В Во На С Со К Из От До По За Для При О Об У Если Когда Потому ' +
    'Поэтому Потом Затем Так Что Кто Где Как Почему Да Нет Не Там Здесь Сейчас Сегодня Вчера Завтра Все Был Была Было Были',
  letters: 'а в и к о с у я',
};

const ukrainian: Abbreviations = {
  before: 'т.зв напр ім м п пп акад проф доц вул просп пров пл обл р-н д-р св див пор інж заст ред т.ч',
  beforeNumber:
    'стор с ст п гл рис табл т буд кв тел січ лют бер квіт трав черв лип серп верес жовт листоп груд',
  anywhere: 'млн млрд тис ін т.д т.п та.ін р рр ст н.е грн коп год хв сек',
  months: 'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
  starters:
    'А Але І Й Та Він Вона Воно Вони Ми Ви Я Ти Це Цей Ця Ці Той В У На З Із До Від По За Для При Про Якщо Коли Бо Тому Потім Так ' +
    'Що Хто Де Як Чому Ні Не Там Тут Тепер Зараз Сьогодні Вчора Завтра Усі Був Була Було Були',
  letters: 'а в з й і о у я є',
};

export const slavic: Record<string, Abbreviations> = {
  pl: {
    before:
      'np tzn tj tzw m.in mgr inż dr hab doc red gen płk mjr kpt por ppłk ks św o bp abp ul al pl os pt ww wg zob ' +
      'ds jw ss śp dyr min p.n.e r.ż',
    beforeNumber:
      'ok nr s str art ust pkt poz rys tab tel r w t rozdz godz sty lut kwi maj cze lip sie wrz paź lis gru',
    anywhere: 'itd itp im in r w zł gr tys mln mld sp.z.o.o s.a n.e',
    months:
      'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
    starters:
      'A Ale I W We Na Z Ze Do Po Dla Przy Za Od U O On Ona Ono Oni One My Wy Ja Ty To Ten Ta Te Tam Tu Tutaj Jeśli Jeżeli Gdy Kiedy ' +
      'Bo Ponieważ Dlatego Potem Tak Więc Co Kto Gdzie Jak Dlaczego Nie Jest Są Był Była Było Byli Teraz Dziś Dzisiaj Wczoraj Jutro',
    letters: 'a i o u w z',
    hasOrdinals: 'before-small',
  },
  cs: czech,
  sk: slovak,
  sl: {
    before: 'npr tj t.j t.i g ga gdč dr mag inž sv ul oz cca ca t.im',
    beforeNumber: 'št čl str l odst tel',
    anywhere: 'itd ipd idr d.o.o d.d',
    months: 'januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra',
    starters:
      'In Ali Pa Ampak On Ona Oni Mi Vi Jaz Ti To Ta V Na Za Od Do Iz S Z Ko Če Ker Zato Potem Tako Kaj Kdo Kje Kako Zakaj Da Ne Je So Danes Jutri',
    letters: 'a i o s z k h v',
    hasOrdinals: 'before-small',
  },
  hr: serboCroatian,
  sr: serboCroatian,
  bs: serboCroatian,
  ru: russian,
  be: russian,
  uk: ukrainian,
  bg: {
    before: 'т.е т.нар напр г-н г-жа г-ца д-р проф доц акад инж арх гр ул бул пл св вкл т.ч ген кап кв',
    beforeNumber: 'стр с чл ал т фиг табл тел бр ян февр апр авг септ окт ноем дек',
    anywhere: 'др т.н пр г лв ст хил млн млрд',
    starters:
      'А Но И Той Тя То Те Ние Вие Аз Ти Това Този Тази Тези В Във На С Със От До По За При Ако Когато Защото Затова После Така Какво Кой Къде Как Защо Да Не Там Тук Сега Днес',
    letters: 'а в и о с у я',
  },
  mk: { before: 'т.е т.н напр г-дин г-ѓа д-р проф ул бул св', beforeNumber: 'стр бр чл', anywhere: 'итн др' },
};
