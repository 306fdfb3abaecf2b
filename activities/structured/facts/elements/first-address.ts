/** Finds the first link or image of an element. */
import { imageUrl } from '../../../html/images.ts'
import { attribute, type TreeNode } from '../../../html/tree.ts'
import type { UrlResolver } from '../../../html/urls.ts'
import { addressOf } from './element-value.ts'
import type { FactBudget } from './fact-budget.ts'
import { walk } from './walk.ts'

/**
 * Returns the absolute URL of a link or image: that of the element itself, or else of the first one in it; null if none
 * exists.
 */
export function firstAddress(root: TreeNode, urls: UrlResolver, budget: FactBudget): string | null {
  let url = ownAddress(root, urls)
  if (url === null)
    walk(root, {
      isDone: () => url !== null || !budget.look(),
      enter(node) {
        if (node.text === null) url = ownAddress(node, urls)
        return true
      },
    })
  return url
}

/**
 * Returns the absolute URL of a link or image; null for other elements, and for links to a fragment of the same page.
 */
export function ownAddress(node: TreeNode, urls: UrlResolver): string | null {
  if (node.name === 'img') return imageUrl(node, urls)
  if (node.name !== 'a') return null
  const href = attribute(node, 'href')
  return href === null || href.startsWith('#') ? null : addressOf(node, 'href', urls)
}
