/** A CSS selector after parsing: plain data for matching it without a browser. */

/** How an element stands to the one before it in a selector. */
export type Combinator = 'descendant' | 'child' | 'adjacent' | 'sibling'

/** `[name]`, `=`, `~=`, `^=`, `$=`, `*=`, `|=`. */
export type AttributeMatch = 'exists' | 'equals' | 'word' | 'starts' | 'ends' | 'contains' | 'hyphen'

/** One condition on one element. */
export type CssTest =
  /** @param name in lower case. */
  | { kind: 'tag'; name: string }
  /** @param name in lower case. */
  | { kind: 'attribute'; name: string; how: AttributeMatch; value: string; ignoreCase: boolean }
  /** The element is number `step` · n + `offset` of its siblings, for some n from 0. */
  | { kind: 'nth'; step: number; offset: number; ofType: boolean; fromEnd: boolean }
  | { kind: 'empty' }
  | { kind: 'root' }
  | { kind: 'is'; selector: CssSelector }
  | { kind: 'not'; selector: CssSelector }
  | { kind: 'has'; selector: CssSelector }

/** Conditions on one element, and how it stands to the one before: null where there is none. */
export interface CssStep {
  combinator: Combinator | null
  tests: readonly CssTest[]
}

/** Alternatives, each a chain of elements; inside `:has` it begins at the element that is tested. */
export type CssSelector = readonly (readonly CssStep[])[]
