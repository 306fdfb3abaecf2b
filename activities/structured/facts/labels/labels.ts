/** Collects labelled values: from definition lists, two-column tables, and lines. */
import type { LabelPair } from './label-pair.ts'
import { factLimits } from '../../limits/structured-limits.ts'
import type { UrlResolver } from '../../../html/urls.ts'
import type { LabelledValue } from '@seine/shared/pages/facts.ts'
import type { SeenElement } from '../elements/body-survey.ts'
import { definitionPairs } from './definition-list.ts'
import type { FactBudget } from '../elements/fact-budget.ts'
import { firstAddress } from '../elements/first-address.ts'
import { linePairs } from './label-lines.ts'
import { siblingPairs } from './label-siblings.ts'
import { rowPairs } from './label-rows.ts'
import { sectionPairs } from './label-sections.ts'
import { standingLines, visibleLines } from '../elements/visible-text.ts'

/**
 * Returns the labelled values of a page: definition lists and tables first, each kind in document order.
 * @param elements the visible elements.
 */
export function collectLabels(
  elements: readonly SeenElement[],
  urls: UrlResolver,
  budget: FactBudget,
): LabelledValue[] {
  const found = new LabelSet(urls, budget)
  // Content before elements outside it.
  const ordered = elements.toSorted((a, b) => a.place - b.place).map(({ node }) => node)
  for (const node of ordered) if (node.name === 'dl') found.addPairs('definition-list', definitionPairs(node))
  for (const node of ordered) if (node.name === 'table') found.addPairs('table', rowPairs(node, budget))
  for (const node of ordered) {
    if (found.isFull) break
    for (const line of linePairs(node, urls, budget)) found.add({ source: 'label', ...line })
    found.addPairs('label', siblingPairs(node, budget))
  }
  found.addPairs('label', sectionPairs(elements))
  return found.labels
}

class LabelSet {
  readonly labels: LabelledValue[] = []
  readonly #seen = new Set<string>()
  readonly #urls: UrlResolver
  readonly #budget: FactBudget

  constructor(urls: UrlResolver, budget: FactBudget) {
    this.#urls = urls
    this.#budget = budget
  }

  get isFull(): boolean {
    return this.labels.length >= factLimits.labelsMax || this.#budget.isFull
  }

  add(labelled: LabelledValue): void {
    const label = cleanLabel(labelled.label)
    const value = labelled.value.trim()
    if (this.isFull || label === '' || value === '' || label.length > factLimits.labelMaxCharacters) return
    const key = `${label.toLowerCase()}\n${value}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.labels.push({ ...labelled, label, value: this.#budget.keep(value) })
  }

  addPairs(source: LabelledValue['source'], pairs: Iterable<LabelPair>): void {
    for (const { label, values } of pairs) {
      if (this.isFull) return
      const name = visibleLines(label, this.#budget, factLimits.labelMaxCharacters * 2)
      if (name === '' || name.includes('\n') || cleanLabel(name).length > factLimits.labelMaxCharacters) continue
      let url: string | null = null
      const lines: string[] = []
      for (const value of values) {
        lines.push(standingLines(value, this.#budget))
        url ??= firstAddress(value, this.#urls, this.#budget)
      }
      this.add({ source, label: name, value: lines.filter((line) => line !== '').join('\n'), url })
    }
  }
}

/** Removes the colon and other marks around a label. */
const cleanLabel = (label: string): string =>
  label
    .trim()
    .replace(/[\s:：*†–—-]+$/u, '')
    .replace(/^[\s*•·▪–—-]+/u, '')
