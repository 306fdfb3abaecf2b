/** Finds out whether a page without its statements still shows a stated value anywhere, in any of its forms. */
import type { StatedForm } from './stated-kinds.ts'
import { foldedWords, type StatedScalar } from './value-forms.ts'

/** As many characters of a long text must be in the page. */
const beginningCharacters = 40
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const

/** A page whose texts can be searched. */
export class ShownPage {
  /** With attributes and scripts, and only the texts between tags. */
  readonly #texts: readonly string[]
  readonly #source: string

  constructor(html: string) {
    this.#source = html
    const visible = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    this.#texts = [foldedWords(html.replaceAll(/[<>]/g, ' ')), foldedWords(visible)].map((text) => ` ${text} `)
  }

  shows(form: StatedForm, value: StatedScalar): boolean {
    if (typeof value === 'number') return this.#numbers(value)
    if (typeof value === 'boolean') return true
    if (form === 'date') return this.#has(datesOf(value.slice(0, 10)))
    if (form === 'picture') return this.#source.includes(value.replace(/^.*\//, '').replace(/[?#].*$/, ''))
    if (form === 'telephone') {
      const digits = value.replaceAll(/\D/g, '').slice(-7)
      return this.#source.replaceAll(/[\s().\-/]/g, '').includes(digits)
    }
    const folded = foldedWords(value)
    return this.#has([folded.length > beginningCharacters ? folded.slice(0, beginningCharacters) : `${folded} `])
  }

  #has(forms: readonly string[]): boolean {
    return forms.some((form) => this.#texts.some((text) => text.includes(` ${form}`)))
  }

  #numbers(value: number): boolean {
    const forms = [String(value), value.toFixed(2), value.toFixed(1)]
    for (const language of ['en', 'de']) {
      for (const minimumFractionDigits of [0, 2]) {
        forms.push(new Intl.NumberFormat(language, { minimumFractionDigits }).format(value))
      }
    }
    return forms.some((form) =>
      new RegExp(String.raw`(?<![\d.,])${form.replaceAll('.', String.raw`\.`)}(?!\d|[.,]\d)`).test(this.#source),
    )
  }
}

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
