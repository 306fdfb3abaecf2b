/**
 * Matches CSS selectors against the tree of a page.
 *
 * Works on sets of elements: each condition and each combinator is one pass over all elements; `:has` is matched from
 * its last element backwards. Time is elements times conditions for any selector, whereas engines that match element
 * by element can take quadratic time or more.
 */
import { selectorLimits } from '@seine/shared/config/extract-limits.ts'
import type { Combinator, CssSelector, CssStep, CssTest } from '@seine/shared/selectors/css-selector.ts'
import type { TreeNode } from '../tree.ts'
import { attributeTester, selectorAttribute, selectorName } from './attribute-test.ts'
import { listElements, type ElementList } from './element-list.ts'
import { isNumbered, siblingNumbers, type Counting } from './sibling-numbers.ts'

/** For each element: 1 when it is in the set, otherwise 0. */
type ElementSet = Uint8Array<ArrayBuffer>

/** Thrown when matching the selectors would exceed the time budget of a page. */
export class SelectorBudgetError extends Error {
  override readonly name = 'SelectorBudgetError'
}

/** Matches any number of selectors against one page, with one shared budget. */
export class SelectorMatcher {
  readonly #list: ElementList
  readonly #numbers = new Map<string, Int32Array>()
  #looksLeft: number

  /** @param document the whole page. */
  constructor(document: TreeNode, looksMax: number = selectorLimits.looksMax) {
    this.#list = listElements(document)
    this.#looksLeft = looksMax
  }

  /**
   * Returns the elements that a selector matches, in document order.
   * @throws SelectorBudgetError when the budget is used up.
   */
  all(selector: CssSelector): TreeNode[] {
    const found = this.#selector(selector)
    return this.#list.nodes.filter((_, at) => found[at] === 1)
  }

  /**
   * Returns whether a selector matches anything.
   * @throws SelectorBudgetError when the budget is used up.
   */
  any(selector: CssSelector): boolean {
    return this.#selector(selector).includes(1)
  }

  #selector(selector: CssSelector): ElementSet {
    const found = this.#none()
    for (const chain of selector) add(found, this.#chain(chain))
    return found
  }

  /** Returns the elements that match a chain, evaluated from its first step to its last. */
  #chain(chain: readonly CssStep[]): ElementSet {
    let found = this.#none().fill(1)
    for (const { combinator, tests } of chain) {
      if (combinator !== null) found = this.#reached(found, combinator)
      this.#narrow(found, tests)
    }
    return found
  }

  /** Returns the elements from which a relative chain matches, evaluated from its last step backwards. */
  #holders(chain: readonly CssStep[]): ElementSet {
    let found = this.#none().fill(1)
    for (const { combinator, tests } of chain.toReversed()) {
      this.#narrow(found, tests)
      found = this.#reaching(found, combinator ?? 'descendant')
    }
    return found
  }

  /** Returns the elements that the combinator reaches from the set. */
  #reached(from: ElementSet, combinator: Combinator): ElementSet {
    this.#look()
    const { nodes, parent, previous } = this.#list
    const near = combinator === 'descendant' || combinator === 'child' ? parent : previous
    const isFar = combinator === 'descendant' || combinator === 'sibling'
    const found = this.#none()
    for (let at = 0; at < nodes.length; at++) {
      const beside = near[at]!
      if (beside !== -1 && (from[beside] === 1 || (isFar && found[beside] === 1))) found[at] = 1
    }
    return found
  }

  /** Returns the elements from which the combinator reaches the set. */
  #reaching(to: ElementSet, combinator: Combinator): ElementSet {
    this.#look()
    const { nodes, parent, previous } = this.#list
    const near = combinator === 'descendant' || combinator === 'child' ? parent : previous
    const isFar = combinator === 'descendant' || combinator === 'sibling'
    const found = this.#none()
    for (let at = nodes.length - 1; at >= 0; at--) {
      const beside = near[at]!
      if (beside !== -1 && (to[at] === 1 || (isFar && found[at] === 1))) found[beside] = 1
    }
    return found
  }

  /** Removes the elements that fail one of the tests. */
  #narrow(found: ElementSet, tests: readonly CssTest[]): void {
    for (const test of tests) {
      if (!found.includes(1)) return
      this.#look()
      if (test.kind === 'is' || test.kind === 'not') {
        const wanted = test.kind === 'is' ? 1 : 0
        const inner = this.#selector(test.selector)
        for (let at = 0; at < found.length; at++) if (inner[at] !== wanted) found[at] = 0
      } else if (test.kind === 'has') {
        const inner = this.#none()
        for (const chain of test.selector) add(inner, this.#holders(chain))
        for (let at = 0; at < found.length; at++) if (inner[at] === 0) found[at] = 0
      } else {
        const passes = this.#tester(test)
        const { nodes } = this.#list
        for (let at = 0; at < found.length; at++) if (found[at] === 1 && !passes(nodes[at]!, at)) found[at] = 0
      }
    }
  }

  #tester(test: Exclude<CssTest, { selector: CssSelector }>): (node: TreeNode, at: number) => boolean {
    switch (test.kind) {
      case 'tag':
        return (node) => selectorName(node) === test.name
      case 'attribute': {
        const fits = attributeTester(test)
        return (node) => {
          const value = selectorAttribute(node, test.name)
          if (value === null) return false
          this.#looksLeft -= value.length / charactersPerLook
          return fits(value)
        }
      }
      case 'nth': {
        const numbers = this.#numbersOf(test)
        return (_, at) => isNumbered(numbers[at]!, test.step, test.offset)
      }
      case 'empty':
        return isEmpty
      default:
        return (_, at) => this.#list.parent[at] === -1
    }
  }

  #numbersOf({ ofType, fromEnd }: Counting): Int32Array {
    const key = `${ofType} ${fromEnd}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const numbers = siblingNumbers(this.#list, { ofType, fromEnd })
    this.#numbers.set(key, numbers)
    return numbers
  }

  #none(): ElementSet {
    return new Uint8Array(this.#list.nodes.length)
  }

  #look(): void {
    this.#looksLeft -= this.#list.nodes.length
    if (this.#looksLeft < 0)
      throw new SelectorBudgetError('matching the selectors exceeds the limit of work for this page')
  }
}

/** Attribute characters that count as much as one element in the budget. */
const charactersPerLook = 4

function add(to: ElementSet, more: ElementSet): void {
  for (let at = 0; at < to.length; at++) to[at]! |= more[at]!
}

/** Returns true without elements and text; comments are empty texts in this tree. */
function isEmpty(node: TreeNode): boolean {
  for (let child = node.first; child !== null; child = child.next) if (child.text !== '') return false
  return true
}
