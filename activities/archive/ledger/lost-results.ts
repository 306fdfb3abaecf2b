/**
 * Records which of a job's results the store no longer has: missing or damaged segments, the pages whose records were
 * in them, and screenshots. The pages stay `scraped` and stay counted, because callers have already seen them as such;
 * ledger, manifest and batch lines give them the code `result_lost`, and warnings name segments and pages.
 */
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { FrontierState } from '../../frontier/state/frontier-state.ts'
import type { OnDamage } from '../../segments/page-records.ts'

/** Code of a page that was scraped and whose record is gone. */
export const resultLostCode = 'result_lost'

/** Message for such a page. */
export const resultLostMessage = 'the page was scraped, and its result was lost in the store'

export class LostResults {
  readonly #segments = new Map<string, string>()
  readonly #pages = new Set<number>()
  readonly #screenshots = new Set<number>()

  /** Records a damaged segment, once however often it is read. */
  readonly damaged: OnDamage = ({ segment, why }) => {
    this.#segments.set(segment, why)
  }

  /** Records a scraped page without a record. */
  page(seq: number): void {
    this.#pages.add(seq)
  }

  /** Records a page whose screenshot is gone. */
  screenshot(seq: number): void {
    this.#screenshots.add(seq)
  }

  /** Pages without a record, by `seq`. */
  get pages(): ReadonlySet<number> {
    return this.#pages
  }

  /** True when something was lost. */
  get any(): boolean {
    return this.#segments.size + this.#pages.size + this.#screenshots.size > 0
  }

  /** Returns one warning per kind of loss, each with the first few examples. */
  warnings({ entries }: Pick<FrontierState, 'entries'>): string[] {
    const urls = (seqs: ReadonlySet<number>): string[] => [...seqs].map((seq) => entries[seq]!.url)
    const segments = [...this.#segments].map(([key, why]) => `${fileName(key)} (${why})`)
    return [
      ...warning(segments, (list) => `segments of the results cannot be read completely: ${list}`),
      ...warning(urls(this.#pages), (list) => `the results of ${this.#pages.size} scraped pages are lost: ${list}`),
      ...warning(
        urls(this.#screenshots),
        (list) => `the screenshots of ${this.#screenshots.size} pages are lost: ${list}`,
      ),
    ]
  }
}

const fileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

function warning(examples: readonly string[], text: (list: string) => string): string[] {
  if (examples.length === 0) return []
  const shown = examples.slice(0, archiveLimits.lostExamplesMax)
  const more = examples.length - shown.length
  return [text(`${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`)]
}
