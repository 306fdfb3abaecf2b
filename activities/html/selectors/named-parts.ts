/** Finds the parts of a page that a caller names by selectors, to include only them or to exclude them. */
import { parseCss } from '@seine/shared/selectors/parse-css.ts'
import { InvalidSelectorError } from '@seine/shared/selectors/parse-text.ts'
import type { ContentOptions } from '@seine/shared/tasks/content-options.ts'
import type { TreeNode } from '../tree.ts'
import { SelectorBudgetError, type SelectorMatcher } from './match-selectors.ts'

/** The parts found. Nodes may be nested in each other. */
export interface NamedParts {
  /** Null when the request does not restrict the content. */
  included: readonly TreeNode[] | null
  excluded: readonly TreeNode[]
  warnings: string[]
}

/** Returns true when the request includes or excludes parts of the page. */
export const namesParts = ({ includeTags, excludeTags }: Partial<ContentOptions>): boolean =>
  (includeTags?.length ?? 0) > 0 || (excludeTags?.length ?? 0) > 0

/**
 * Finds the named parts in the whole page.
 *
 * A selector that is invalid or exceeds the budget matches nothing and adds a warning.
 */
export function findNamedParts(
  matcher: SelectorMatcher,
  { includeTags = [], excludeTags = [] }: Partial<ContentOptions>,
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
 * Returns whether a selector matches anything in a page.
 * @returns null when only a browser can decide.
 */
export function matchesAnything(matcher: SelectorMatcher, selector: string): boolean | null {
  try {
    return matcher.any(parseCss(selector.trim().replace(/^css=/, '')))
  } catch (error) {
    warningOf(error)
    return null
  }
}
