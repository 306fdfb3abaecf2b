/**
 * Frequencies of non-ASCII letters per language, the evidence for guessing an undeclared encoding.
 *
 * Letters are in order of frequency, from general knowledge of the languages; the encodings are the legacy encodings
 * that the web has used for each language.
 */

/** How many letters share a text: a few dozen of an alphabet, a few accented letters, or thousands of signs. */
type LetterKind = 'alphabet' | 'accents' | 'signs'

export interface WrittenLanguage {
  /** BCP 47 primary subtags. */
  tags: readonly string[]
  /** Top-level domains where the language is common. */
  domains: readonly string[]
  encodings: readonly string[]
  kind: LetterKind
  /** Most frequent first, lower case. */
  letters: string
  /** Matches all letters of the language's script, including rare ones. */
  script: RegExp
}

const latin = /\p{Script=Latin}/u
const cyrillic = /\p{Script=Cyrillic}/u
const arabic = /\p{Script=Arabic}/u
const han = /\p{Script=Han}/u
const kanaOrHan = /[\p{Script=Han}\u3040-\u30FF]/u
const hangul = /\p{Script=Hangul}/u

/** Languages in order of preference when the evidence is equal. */
export const writtenLanguages: readonly WrittenLanguage[] = [
  // English and Dutch have few accents of their own but contain foreign names, so many accents are listed.
  accents(['en', 'nl'], 'uk us ie nl au nz', 'windows-1252', 'éáíóöüñäèçåøãêàôîâëïúßæùûìòõðþýšžÿ'),
  accents(['fr'], 'fr be ch', 'windows-1252', 'éàèêçùîôûâëïœü'),
  accents(['de'], 'de at ch li', 'windows-1252', 'üäöß'),
  accents(['es', 'ca', 'gl'], 'es mx ar cl co pe ve uy', 'windows-1252', 'óáíéñúü¿¡àèòçï'),
  accents(['pt'], 'pt br', 'windows-1252', 'ãçáéíóõêâúàôü'),
  accents(['it'], 'it ch', 'windows-1252', 'àèùòéì'),
  accents(['sv', 'fi'], 'se fi', 'windows-1252', 'äöåéü'),
  accents(['da', 'no', 'nb', 'nn'], 'dk no', 'windows-1252', 'øåæéèòô'),
  accents(['is', 'fo'], 'is fo', 'windows-1252', 'áðíóéþúöýæø'),
  alphabet(['ru', 'bg', 'mk'], 'ru bg su by kz kg', cyrillic, cyrillicEncodings(), 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'),
  alphabet(['uk', 'be'], 'ua by', cyrillic, ['windows-1251', 'koi8-u'], 'оаинвіертскдлмупзяьгбчхйжїцшюєщфґўыэё'),
  alphabet(['sr'], 'rs me mk', cyrillic, ['windows-1251'], 'аоиенртсдувјпкмзлбгчшњцжљхћђфџѓќ'),
  accents(['cs', 'sk'], 'cz sk', centralEuropean(), 'íáéěčřšžýůúťďňôľäŕĺó'),
  accents(['pl'], 'pl', centralEuropean(), 'ąęłóżśćńź'),
  accents(['hu'], 'hu', centralEuropean(), 'áéöóíőüúű'),
  accents(['hr', 'sl', 'bs', 'sr'], 'hr si ba rs', centralEuropean(), 'čšžćđ'),
  accents(['ro'], 'ro md', [...centralEuropean(), 'iso-8859-16'], 'ăîâşţșț'),
  accents(['tr', 'az'], 'tr az', 'windows-1254', 'ıüşğçöâîəû'),
  accents(['lt'], 'lt', ['windows-1257', 'iso-8859-13'], 'ėšųįžąūęč'),
  accents(['lv'], 'lv', ['windows-1257', 'iso-8859-13'], 'āīēšūņļžķģč'),
  accents(['et'], 'ee', ['windows-1257', 'iso-8859-15'], 'äõüöšž'),
  alphabet(
    ['el'],
    'gr cy',
    /\p{Script=Greek}/u,
    ['windows-1253', 'iso-8859-7'],
    'αοιετσνηυρπκμλςωίόάέύήώδγχθφβξζψϊϋΐΰ',
  ),
  alphabet(['he', 'yi'], 'il', /\p{Script=Hebrew}/u, ['windows-1255', 'iso-8859-8'], 'יוהלאתרבםשמןנדעקחפצגכטזסךףץ'),
  alphabet(
    ['ar'],
    'ae sa eg ma dz tn jo kw qa lb sy',
    arabic,
    ['windows-1256', 'iso-8859-6'],
    'اليمنوترةبعدسفهكقأحجشصىخطإضذزثئءظغؤآ،؟',
  ),
  alphabet(['fa', 'ur'], 'ir pk af', arabic, ['windows-1256'], 'ايرندهمتوسبشزكگخفقجلحپعصطآچغضظژثذئ،؟'),
  alphabet(['th'], 'th', /\p{Script=Thai}/u, ['windows-874'], 'านรอกเง่มยลวดท้สตะปบคหแจพชขใไโ็ผิีัุู์ึืำถซธฟณศษฉภญฐฝๆฎฏฆฤ'),
  signs(
    ['zh'],
    'cn',
    han,
    ['gbk'],
    '的一是不了在有人我这个中国大来上为们到说时要就以会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运',
  ),
  signs(
    ['zh'],
    'tw hk mo',
    han,
    ['big5'],
    '的一是不我有人在了中大來上個國到說們為時子要就出會可也你對生能而那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運灣',
  ),
  signs(
    ['ja'],
    'jp',
    kanaOrHan,
    ['shift_jis', 'euc-jp'],
    'のいにるとしはたてなでかがをれらっすまりきんこも、。さくうだあーよそけどンスわじルトせえイつめおちろばラリアクへドやシみレフプッタマコロジべゃデテカぶウニサメグバメオュびキ日一ムゴみ本年大人ほパめ十二国中見上行出生時会事自社者方分学月間者前後新場地問気手理部同定業物入高用当全的通法明体主対発書名作家小下子長合最内動実関情化東来知道戦代性数日五三四力所開金私今思女経産使加',
  ),
  signs(
    ['ko'],
    'kr',
    hangul,
    ['euc-kr'],
    '이다는에의가을고하한지로기은사도리서인대어를자아나정시해그부과스전일수들있라제주보상여만국원원오장동마여으구비었선성소진화조신것관연위세계생않무물미유경음적면안회바러방까할저모세했공중발행각년월민당내말개문우간학살실강거히본북남명더분터또식산된드입트치데니야려불두용통습양업와건금달단반현',
  ),
]

function cyrillicEncodings(): string[] {
  return ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic']
}

function centralEuropean(): string[] {
  return ['windows-1250', 'iso-8859-2']
}

function accents(
  tags: string[],
  domains: string,
  encodings: string | readonly string[],
  letters: string,
): WrittenLanguage {
  const list = typeof encodings === 'string' ? [encodings] : encodings
  return { tags, domains: domains.split(' '), encodings: list, kind: 'accents', letters, script: latin }
}

function alphabet(
  tags: string[],
  domains: string,
  script: RegExp,
  encodings: readonly string[],
  letters: string,
): WrittenLanguage {
  return { tags, domains: domains.split(' '), encodings, kind: 'alphabet', letters, script }
}

function signs(
  tags: string[],
  domains: string,
  script: RegExp,
  encodings: readonly string[],
  letters: string,
): WrittenLanguage {
  return { tags, domains: domains.split(' '), encodings, kind: 'signs', letters, script }
}
