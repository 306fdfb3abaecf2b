/** The first link or picture of an element. */
import { imageUrl } from '../../../html/images.ts'
import { attribute, type TreeNode } from '../../../html/tree.ts'
import type { UrlResolver } from '../../../html/urls.ts'
import { addressOf } from './element-value.ts'
import type { FactRoom } from './fact-room.ts'
import { walk } from './walk.ts'

/** Absolute URL of a link or picture, the element's own or else the first in it; null without one. */
export function firstAddress(root: TreeNode, urls: UrlResolver, room: FactRoom): string | null {
  let url = ownAddress(root, urls)
  if (url === null)
    walk(root, {
      isDone: () => url !== null || !room.look(),
      enter(node) {
        if (node.text === null) url = ownAddress(node, urls)
        return true
      },
    })
  return url
}

/** Absolute URL of a link or picture; null for anything else, and for places of the same page. */
export function ownAddress(node: TreeNode, urls: UrlResolver): string | null {
  if (node.name === 'img') return imageUrl(node, urls)
  if (node.name !== 'a') return null
  const href = attribute(node, 'href')
  return href === null || href.startsWith('#') ? null : addressOf(node, 'href', urls)
}
