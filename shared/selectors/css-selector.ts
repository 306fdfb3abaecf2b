/** A parsed CSS selector as plain data, used to match elements without a browser. */

/** How an element relates to the preceding element of a selector. */
export type Combinator = 'descendant' | 'child' | 'adjacent' | 'sibling'

/** How an attribute is compared: `[name]`, `=`, `~=`, `^=`, `$=`, `*=`, `|=`. */
export type AttributeMatch = 'exists' | 'equals' | 'word' | 'starts' | 'ends' | 'contains' | 'hyphen'

/** One condition on one element. */
export type CssTest =
  /** @param name in lower case. */
  | { kind: 'tag'; name: string }
  /** @param name in lower case. */
  | { kind: 'attribute'; name: string; how: AttributeMatch; value: string; ignoreCase: boolean }
  /** The element's position among its siblings is `step` * n + `offset` for some n >= 0. */
  | { kind: 'nth'; step: number; offset: number; ofType: boolean; fromEnd: boolean }
  | { kind: 'empty' }
  | { kind: 'root' }
  | { kind: 'is'; selector: CssSelector }
  | { kind: 'not'; selector: CssSelector }
  | { kind: 'has'; selector: CssSelector }

/**
 * Conditions on one element. `combinator` relates it to the preceding element; null for the first element of a chain.
 */
export interface CssStep {
  combinator: Combinator | null
  tests: readonly CssTest[]
}

/** Alternatives, each a chain of elements; inside `:has`, a chain starts at the element under test. */
export type CssSelector = readonly (readonly CssStep[])[]
