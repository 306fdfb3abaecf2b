/** The parts of a page that a caller names by selectors: those that alone are content, and those that are none. */
import { parseCss } from '@seine/shared/selectors/parse-css.ts'
import { InvalidSelectorError } from '@seine/shared/selectors/parse-text.ts'
import type { ContentOptions } from '@seine/shared/tasks/content-options.ts'
import type { TreeNode } from '../tree.ts'
import { SelectorBudgetError, type SelectorMatcher } from './match-selectors.ts'

/** What was found. Nodes may stand inside each other. */
export interface NamedParts {
  /** Null when everything is wanted. */
  included: readonly TreeNode[] | null
  excluded: readonly TreeNode[]
  warnings: string[]
}

/** True when a part of the page is asked for, or to be left out. */
export const namesParts = ({
  includeTags,
  excludeTags,
}: Pick<ContentOptions, 'includeTags' | 'excludeTags'>): boolean =>
  (includeTags?.length ?? 0) > 0 || (excludeTags?.length ?? 0) > 0

/**
 * Finds the parts in the whole page.
 *
 * A selector that cannot be read matches nothing, and so does one that would take too long; both are warned of.
 */
export function findNamedParts(
  matcher: SelectorMatcher,
  { includeTags = [], excludeTags = [] }: Pick<ContentOptions, 'includeTags' | 'excludeTags'>,
): NamedParts {
  const warnings = new Set<string>()
  const excluded = matching(matcher, excludeTags, warnings)
  const included = includeTags.length === 0 ? null : matching(matcher, includeTags, warnings)
  if (included?.length === 0) warnings.add('include_tags_matched_nothing')
  return { included, excluded, warnings: [...warnings] }
}

function matching(matcher: SelectorMatcher, selectors: readonly string[], warnings: Set<string>): TreeNode[] {
  const found: TreeNode[] = []
  for (const selector of selectors) {
    try {
      for (const node of matcher.all(parseCss(selector))) found.push(node)
    } catch (error) {
      warnings.add(warningOf(error))
    }
  }
  return found
}

function warningOf(error: unknown): string {
  if (error instanceof InvalidSelectorError) return 'selector_not_readable'
  if (error instanceof SelectorBudgetError) return 'selector_budget'
  throw error
}

/**
 * Whether a selector matches anything in a page.
 * @returns null when it cannot be told without a browser.
 */
export function matchesAnything(matcher: SelectorMatcher, selector: string): boolean | null {
  try {
    return matcher.any(parseCss(selector.trim().replace(/^css=/, '')))
  } catch (error) {
    warningOf(error)
    return null
  }
}
