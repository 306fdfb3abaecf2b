/** Finds out whether a page without its statements still shows a stated value anywhere, in any of its forms. */
import type { StatedForm } from './stated-kinds.ts'
import { countryCode, countryName, foldedWords, type StatedScalar } from './value-forms.ts'

/** As many characters of a long text must be in the page. */
const beginningCharacters = 40
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const

/** Texts by which a page shows that a thing can be bought, and that it cannot; names of such members in scripts too. */
const stockForms = {
  true: /\b(?:in[ _-]?stock|add to (?:cart|bag|basket)|buy (?:it )?now|auf lager|lieferbar|en stock|in den warenkorb|ajouter au panier|availability|available)\b/i,
  false:
    /\b(?:out[ _-]?of[ _-]?stock|sold[ _-]?out|unavailable|discontinued|ausverkauft|rupture de stock|agotado|esaurito|availability|available)\b/i,
}

/** A page whose texts can be searched. */
export class ShownPage {
  /** With attributes and scripts, and only the texts between tags. */
  readonly #texts: readonly string[]
  readonly #source: string
  readonly #visible: string
  /** What readers and programs read numbers from: texts, attributes of values and names, members of data in scripts. */
  readonly #numbered: string

  constructor(html: string) {
    this.#source = html
    const visible = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    this.#visible = visible.replaceAll(/<[^>]*>/g, ' ')
    this.#texts = [foldedWords(html.replaceAll(/[<>]/g, ' ')), foldedWords(visible)].map((text) => ` ${text} `)
    const attributes = visible.matchAll(
      /\s(?:content|value|aria-label|alt|title|data-[\w-]+)=(?:"([^"]*)"|'([^']*)')/gi,
    )
    const members = html.matchAll(/\w{0,30}\\?["']?\s*:\s*\\?["']?-?\d[\d.,]*(?=\\?["']?\s*[,}\]])/g)
    this.#numbered = [
      this.#visible,
      ...[...attributes].map(([, a, b]) => a ?? b ?? ''),
      ...[...members].map(([member]) => member),
    ].join('\n')
  }

  shows(form: StatedForm, value: StatedScalar): boolean {
    if (typeof value === 'number') return this.#number(value)
    if (typeof value === 'boolean') return stockForms[`${value}`].test(this.#source)
    if (form === 'date') return this.#has(datesOf(value.slice(0, 10)))
    if (form === 'picture') return this.#source.includes(value.replace(/^.*\//, '').replace(/[?#].*$/, ''))
    if (form === 'telephone') {
      const digits = value.replaceAll(/\D/g, '').slice(-7)
      return this.#source.replaceAll(/[\s().\-/]/g, '').includes(digits)
    }
    if (form === 'country') return this.#country(value)
    const folded = foldedWords(value)
    return this.#has([folded.length > beginningCharacters ? folded.slice(0, beginningCharacters) : `${folded} `])
  }

  #has(forms: readonly string[]): boolean {
    return forms.some((form) => this.#texts.some((text) => text.includes(` ${form}`)))
  }

  /** `US` is not shown by `contact us`, and `CAN` not by `you can buy`: codes count in capitals only, names always. */
  #country(value: string): boolean {
    const [code, name] = [countryCode(value), countryName(value)]
    if (code !== null && new RegExp(`\\b${code}\\b`).test(this.#visible)) return true
    return (code === null || countryCode(name) === null) && this.#has([`${foldedWords(name)} `])
  }

  #number(value: number): boolean {
    const forms = [String(value), value.toFixed(2), value.toFixed(1)]
    for (const language of ['en', 'de']) {
      for (const minimumFractionDigits of [0, 2]) {
        forms.push(new Intl.NumberFormat(language, { minimumFractionDigits }).format(value))
      }
    }
    return [...new Set(forms)].some((form) => {
      const number = String.raw`(?<![\d.,])${form.replaceAll('.', String.raw`\.`)}(?!\d|[.,]\d)`
      // A single digit is on every page: it is shown only beside a word or sign that says what it is.
      const named = `${nameBefore}${number}|${number}${nameBehind}`
      return new RegExp(form.length === 1 ? named : number, 'i').test(this.#numbered)
    })
  }
}

const nameBefore = String.raw`(?:rat(?:ed|ing|ings)|ratingvalue|stars?|score|reviews?|count|price|[$€£])[\s"'\\:(]{0,6}`
const nameBehind = String.raw`\s?(?:\/\s?(?:5|10)\b|out of|stars?|reviews?|ratings?|[$€£])`

/** Returns a day as it may be written, folded: `5 january 2023`, `jan 5 2023`, `2023 01 05`, `05 01 2023`. */
function datesOf(day: string): string[] {
  const [year = '', month = '', date = ''] = day.split('-')
  const plain = [String(Number(month)), month]
  const days = [String(Number(date)), date]
  const moment = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(moment.getTime())) return []
  const names = languages.flatMap((language) =>
    (['long', 'short'] as const).map((style) =>
      foldedWords(new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(moment)),
    ),
  )
  const forms = [year + month + date]
  for (const d of days) {
    for (const m of plain) {
      forms.push(`${year} ${m} ${d}`, `${d} ${m} ${year}`, `${m} ${d} ${year}`)
      forms.push(`${d} ${m} ${year.slice(2)} `, `${m} ${d} ${year.slice(2)} `, `${year}年${m}月${d}日`)
    }
    for (const m of names) {
      forms.push(`${d} ${m} ${year}`, `${m} ${d} ${year}`, `${d} de ${m} de ${year}`)
      for (const suffix of ['st', 'nd', 'rd', 'th'])
        forms.push(`${m} ${d}${suffix} ${year}`, `${d}${suffix} ${m} ${year}`)
    }
  }
  return forms
}
