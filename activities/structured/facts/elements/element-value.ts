/** Reads the value of an element that is a property in microdata or RDFa. */
import { factLimits } from '../../limits/structured-limits.ts'
import { imageUrl } from '../../../html/images.ts'
import { attribute, type TreeNode } from '../../../html/tree.ts'
import type { UrlResolver } from '../../../html/urls.ts'
import type { FactBudget } from './fact-budget.ts'
import { anyText } from './visible-text.ts'
import { isAddressProperty } from './vocabulary.ts'

/**
 * Returns the value of a property element: its machine-readable value, its URL, or its text.
 * @param property name without its vocabulary.
 * @returns null when the element has no value.
 */
export function elementValue(node: TreeNode, property: string, urls: UrlResolver, budget: FactBudget): string | null {
  const stated = statedValue(node)
  const value =
    stated ?? addressValue(node, property, urls, budget) ?? anyText(node, budget, factLimits.entityValueMaxCharacters)
  const kept = value.trim().slice(0, factLimits.entityValueMaxCharacters)
  return kept === '' ? null : budget.keep(kept)
}

/** Returns the machine-readable value of an element; null when it has none. */
export function statedValue(node: TreeNode): string | null {
  const content = attribute(node, 'content')
  if (content !== null && (content !== '' || node.name === 'meta')) return content
  if (node.name === 'time') return attribute(node, 'datetime')
  if (node.name === 'data' || node.name === 'meter' || node.name === 'input') return attribute(node, 'value')
  return node.name === 'meta' ? '' : null
}

const sourceElements = new Set(['audio', 'embed', 'iframe', 'source', 'track', 'video'])

function addressValue(node: TreeNode, property: string, urls: UrlResolver, budget: FactBudget): string | null {
  if (node.name === 'img') return imageUrl(node, urls)
  if (sourceElements.has(node.name)) return addressOf(node, 'src', urls)
  if (node.name === 'object') return addressOf(node, 'data', urls)
  if (node.name === 'link' || node.name === 'area') return addressOf(node, 'href', urls)
  if (node.name !== 'a') return null
  const href = addressOf(node, 'href', urls)
  if (href === null || isAddressProperty(property)) return href
  return anyText(node, budget) || href
}

/** Returns an attribute as an absolute URL; null when it is missing or empty. */
export function addressOf(node: TreeNode, name: string, urls: UrlResolver): string | null {
  const reference = attribute(node, name)?.trim() ?? ''
  return reference === '' ? null : urls.resolve(reference)
}
