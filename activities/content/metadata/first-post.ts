/** Reads who started a thread and when, on boards that show posts in a table without machine-readable marks. */
import { collapsed, type TreeNode } from '../../html/tree.ts'
import { authorName } from './author-name.ts'
import { dateInText, type DayMonthOrder } from './dates.ts'

/** The first post must begin among this many texts of the page. */
const textsReadMax = 300
const textMaxCharacters = 200

const postText = (node: TreeNode | undefined): string => collapsed(node?.text?.slice(0, textMaxCharacters) ?? '')

/** Returns the name below the table headers `Author` and `Message`; null on other pages. */
export function firstPoster(texts: readonly TreeNode[], language: string): string | null {
  const end = Math.min(texts.length, textsReadMax)
  for (let at = 0; at + 2 < end; at++) {
    if (postText(texts[at]) !== 'Author') continue
    if (/^(?:message|post)$|^topic:/i.test(postText(texts[at + 1])))
      return authorName(postText(texts[at + 2]), language)
  }
  return null
}

/** Returns the day after the first `Posted:`; null on other pages. */
export function firstPosted(texts: readonly TreeNode[], order: DayMonthOrder): string | null {
  for (const [at, node] of texts.slice(0, textsReadMax).entries()) {
    const text = postText(node)
    if (!/^posted(?:\s+on)?\s*:/i.test(text)) continue
    return dateInText(text, order) ?? dateInText(postText(texts[at + 1]), order)
  }
  return null
}
