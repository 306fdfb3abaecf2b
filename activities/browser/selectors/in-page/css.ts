/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised; methods by `call` */
/**
 * Runs in the page: CSS selectors that match through open shadow roots, so that an ancestor may be outside of the
 * shadow tree. Documents without shadow roots use the browser's own matching. Self-contained: it is serialised with
 * toString, so that nothing outside of it is available. Built-in methods are invoked with `call`.
 */
import type { DomTools } from './dom.ts'

/** Returns the functions that match CSS selectors. */
export function cssTools(dom: DomTools) {
  interface Step {
    compound: string
    /** How this step relates to the one before it. */
    combinator: ' ' | '>' | '+' | '~'
  }

  /** Splits a selector list at its top-level commas and combinators. */
  const parse = (selector: string): Step[][] => {
    const lists: Step[][] = [[]]
    let compound = ''
    let combinator: Step['combinator'] = ' '
    let depth = 0
    let quote = ''
    const push = (): void => {
      if (compound !== '') lists.at(-1)?.push({ compound, combinator })
      if (compound !== '') combinator = ' '
      compound = ''
    }
    for (let at = 0; at < selector.length; at++) {
      const character = selector[at] ?? ''
      if (character === '\\') {
        compound += character + (selector[++at] ?? '')
        continue
      }
      if (quote === '' && selector.startsWith('/*', at)) {
        const end = selector.indexOf('*/', at + 2)
        at = end === -1 ? selector.length : end + 1
        continue
      }
      if (quote !== '') {
        if (character === quote) quote = ''
      } else if (character === '"' || character === "'") quote = character
      else if (character === '(' || character === '[') depth++
      else if (character === ')' || character === ']') depth--
      else if (depth === 0 && character === ',') {
        push()
        lists.push([])
        combinator = ' '
        continue
      } else if (depth === 0 && /[\s>+~]/.test(character)) {
        push()
        if (!/\s/.test(character)) combinator = character as Step['combinator']
        continue
      }
      compound += character
    }
    push()
    return lists.filter((steps) => steps.length > 0)
  }

  const fits = (element: Element, steps: Step[], at: number): boolean => {
    const step = steps[at]
    if (step === undefined || !dom.matches(element, step.compound)) return false
    if (at === 0) return true
    if (step.combinator === '>' || step.combinator === ' ') {
      for (let up = dom.parentOf(element); up !== null; up = dom.parentOf(up)) {
        if (fits(up, steps, at - 1)) return true
        if (step.combinator === '>') return false
      }
      return false
    }
    for (let before = element.previousElementSibling; before !== null; before = before.previousElementSibling) {
      if (fits(before, steps, at - 1)) return true
      if (step.combinator === '+') return false
    }
    return false
  }

  /** @throws DOMException for a selector that is not valid CSS. */
  const select = (root: Document, selector: string): Element[] => {
    const plain = dom.selectIn(root, selector)
    const all = dom.everyElement(root)
    if (!all.some((element) => dom.shadowRoot(element) !== null)) return plain
    // Elements are matched one by one, and `:scope` would be the element itself.
    const lists = parse(selector.replace(/(?<!\\):scope\b(?!-)/g, ':root'))
    return all.filter((element) => lists.some((steps) => fits(element, steps, steps.length - 1)))
  }

  return { select }
}

export type CssTools = ReturnType<typeof cssTools>
