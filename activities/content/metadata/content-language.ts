/**
 * Determines the language of a page by its text, for pages that state none: by the script where a script belongs to one
 * language, otherwise by the most frequent function words.
 */
import { collapsed, type TreeNode } from '../../html/tree.ts'

/** Texts shorter than this are mostly buttons and menus, which may be in another language. */
const textMinCharacters = 25
const textMaxCharacters = 400
const sampleMaxCharacters = 6_000
/** Smallest number of letters and words, and smallest share of function words, for an answer. */
const lettersMin = 40
const wordsMin = 25
const shareMin = 0.12
/** The best language must have this many times the function words of the second. */
const leadMin = 1.25

/** Function words that are frequent in one language and rare in those similar to it. */
const functionWords: Record<string, string> = {
  en: 'the of and to in is for that on with as are this be it was by from at have or an not you your we their has',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei',
  fr: 'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec aux cette ou mais nous vous',
  es: 'de la que el en y los del se las por un para con no una su al es lo como más pero sus le ya este sí porque esta son entre',
  pt: 'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou são',
  it: 'di e il la che in un a per è una sono con del non si le da dei i della al gli alla come più anche nel questo ma delle lo',
  nl: 'de van het een en in is dat op te zijn met voor niet aan er om ook als maar dan zij bij nog uit naar door wordt deze worden',
  sv: 'och att det i en som på är av för med till den har de inte om ett men var jag sig från vi så kan när eller under också',
  da: 'og i at det en den til er som på de med han af for ikke der var mig sig men et har om vi min havde fra eller også bliver kan',
  nb: 'og i det på som er en til å han av for at med var de ikke ha sin jeg fra et den har om vi men ble eller også kan skal blir',
  fi: 'ja on ei se että hän oli mutta kun ovat tai niin myös joka sen ole kuin jos vain voi mukaan sekä mitä tämä siitä ollut',
  pl: 'i w na z się do nie że jest o to jak za po co tak ale od przez dla są tym oraz czy może jego także był być które',
  cs: 'a se v na je že s z do o to i jako za pro by si ale po od který jsou byl však které také nebo podle jeho až bude jen',
  sk: 'a v sa na je že s z do o to aj ako za pre by si ale po od ktorý sú bol však ktoré tiež alebo podľa jeho až bude len',
  hu: 'a az és hogy nem is egy ez meg volt csak de mint már el ha még vagy lehet van azt kell ki fel minden olyan majd után',
  ro: 'de și în a la cu care pe nu o din să un este că pentru mai au prin sau fi ce dar sunt după ale fost acest această lui',
  tr: 've bir bu da de için ile olarak daha çok gibi olan ne en kadar ancak sonra ise var göre her olduğu ya değil tarafından',
  id: 'yang dan di dengan untuk pada dari ini itu dalam tidak akan adalah ke juga oleh atau karena sebagai bisa dapat telah lebih',
  vi: 'và của là có cho trong được với các một không người những này để khi đã từ nhiều đến về trên cũng như năm ở tại vào',
  ru: 'и в не на что с по как это к а из у за для от то его но о все так мы вы при или бы был они если когда также',
  uk: 'і в не на що з як це до та у за для від його але про все так ми ви при або був вони якщо коли також є під щоб',
  bg: 'и в на за да се с от не е по че са като до при си това или със един ще но може които бе към след има той',
}

/** Scripts that belong to one language, or for which one is by far the most frequent on the web. */
const scripts: readonly [tag: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
]
/** Kana are at least this share of the letters of a Japanese text, which has Chinese characters too. */
const kanaShareMin = 0.1
const scriptShareMin = 0.4
/** Letters of Persian and Urdu that Arabic does not have. */
const persian = /[پچژگ]/gu
const urdu = /[ٹڈڑںے]/gu

const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(functionWords)) {
  for (const word of words.split(' ')) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])
}

/**
 * Returns the language of a page by its texts, as a primary language subtag; null when they are too short or mixed.
 * @param texts of the page in document order; only a sample of the longer ones is read.
 */
export function contentLanguage(texts: readonly TreeNode[]): string | null {
  const sample = sampleOf(texts)
  const letters = countOf(sample, /\p{L}/gu)
  if (letters < lettersMin) return null
  return byScript(sample, letters) ?? byWords(sample)
}

/** Joins longer texts; where a page has few of them, shorter ones as well. */
function sampleOf(texts: readonly TreeNode[]): string {
  let sample = ''
  let short = ''
  for (const { text } of texts) {
    if (sample.length > sampleMaxCharacters) break
    const part = collapsed((text ?? '').slice(0, textMaxCharacters))
    if (part.length >= textMinCharacters) sample += ` ${part}`
    else if (short.length < sampleMaxCharacters) short += ` ${part}`
  }
  return sample.length > lettersMin * 3 ? sample : sample + short
}

function byScript(sample: string, letters: number): string | null {
  for (const [tag, pattern] of scripts) {
    const share = countOf(sample, pattern) / letters
    if (share >= (tag === 'ja' ? kanaShareMin : scriptShareMin)) return tag
  }
  if (countOf(sample, /\p{Script=Arabic}/gu) / letters < scriptShareMin) return null
  if (countOf(sample, urdu) / letters > 0.02) return 'ur'
  return countOf(sample, persian) / letters > 0.01 ? 'fa' : 'ar'
}

function byWords(sample: string): string | null {
  const words = sample.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  if (words.length < wordsMin) return null
  const found = new Map<string, { words: number; weight: number }>()
  for (const word of words) {
    const languages = languagesOf.get(word) ?? []
    for (const language of languages) {
      const { words: count, weight } = found.get(language) ?? { words: 0, weight: 0 }
      // A word of several languages says less about each of them.
      found.set(language, { words: count + 1, weight: weight + 1 / languages.length })
    }
  }
  const [best, second] = [...found].toSorted((a, b) => b[1].weight - a[1].weight)
  if (best === undefined || best[1].words / words.length < shareMin) return null
  return second === undefined || best[1].weight >= second[1].weight * leadMin ? best[0] : null
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
