/** Splits a paragraph into lines and marks what stands out in them: a label in bold, and links. */
import { isInvisible } from '../../../html/content.ts'
import { collapsed, type TreeNode } from '../../../html/tree.ts'
import type { UrlResolver } from '../../../html/urls.ts'
import type { FactBudget } from '../elements/fact-budget.ts'
import { ownAddress } from '../elements/first-address.ts'
import { isBlock } from '../elements/visible-text.ts'
import { walk } from '../elements/walk.ts'

export interface InlineLine {
  /** White space as in the source. */
  text: string
  /** End of the emphasised element that the line begins with; 0 when it begins with none. */
  leadEnd: number
  /** Links and images, with the position where they begin. */
  addresses: { at: number; url: string }[]
}

const lineMaxCharacters = 10_000
const leading = new Set(['b', 'strong', 'span', 'em', 'i', 'label', 'dfn', 'u', 'font', 'small', 'a'])

/** Returns the lines of an element, without the blocks in it. */
export function inlineLines(root: TreeNode, urls: UrlResolver, budget: FactBudget): InlineLine[] {
  let line: InlineLine = { text: '', leadEnd: 0, addresses: [] }
  const lines = [line]
  const begin = (): void => {
    line = { text: '', leadEnd: 0, addresses: [] }
    lines.push(line)
  }
  let lead: { node: TreeNode; line: InlineLine } | null = null
  walk(root, {
    isDone: () => line.text.length > lineMaxCharacters || !budget.look(),
    enter(node) {
      if (node.text !== null) {
        line.text += node.text
        return true
      }
      if (isInvisible(node)) return false
      if (node.name === 'br' || isBlock(node)) {
        begin()
        return !isBlock(node)
      }
      if (lead === null && leading.has(node.name) && collapsed(line.text) === '') lead = { node, line }
      const url = ownAddress(node, urls)
      if (url !== null) line.addresses.push({ at: line.text.length, url })
      return true
    },
    leave(node) {
      if (lead?.node !== node) return
      // An element that spans several lines is not the label of any of them.
      if (lead.line === line && collapsed(line.text) !== '') line.leadEnd = line.text.length
      lead = null
    },
  })
  return lines
}
