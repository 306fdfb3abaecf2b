/** Reads who started a thread and when, on boards that show posts in a table without machine-readable marks. */
import { collapsed, type TreeNode } from '../../html/tree.ts'
import { authorName } from './author-name.ts'
import { dateInText, type DayMonthOrder } from './dates.ts'

/** The first post must begin among this many texts of the page. */
const textsReadMax = 300
const textMaxCharacters = 200

const postText = (node: TreeNode | undefined): string => collapsed(node?.text?.slice(0, textMaxCharacters) ?? '')

/**
 * Returns the name below the table headers `Author` and `Message`, or below the time of the first post; null on other
 * pages.
 */
export function firstPoster(texts: readonly TreeNode[], language: string): string | null {
  return headedPoster(texts, language) ?? timedPoster(texts, language)
}

/** Returns the single word after the time of the first post, on boards that write the name below it. */
function timedPoster(texts: readonly TreeNode[], language: string): string | null {
  const at = texts.slice(0, textsReadMax).findIndex((node) => postTime.test(postText(node)))
  const name = at === -1 ? '' : postText(texts[at + 1])
  return /^\S{2,30}$/.test(name) ? authorName(name, language) : null
}

function headedPoster(texts: readonly TreeNode[], language: string): string | null {
  const end = Math.min(texts.length, textsReadMax)
  for (let at = 0; at + 2 < end; at++) {
    if (postText(texts[at]) !== 'Author') continue
    if (/^(?:message|post)$|^topic:/i.test(postText(texts[at + 1])))
      return authorName(postText(texts[at + 2]), language)
  }
  return null
}

/** A text that is a date with the time of day, as boards write above a post. */
const postTime =
  /^[^\p{L}\p{N}]{0,3}(?:on\s)?(?:\p{L}{2,9}\.?,?\s)?(?:\d{1,4}|\p{L}{3,9})[^:]{4,25}?\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?$/iu

/**
 * Returns the day after the first `Posted:`, otherwise that of the first text that is a date with a time; null on other
 * pages.
 * @param texts of the page, from its heading.
 */
export function firstPosted(texts: readonly TreeNode[], order: DayMonthOrder): string | null {
  return firstLabelled(texts, order) ?? firstTime(texts, order)
}

function firstTime(texts: readonly TreeNode[], order: DayMonthOrder): string | null {
  for (const [at, node] of texts.slice(0, textsReadMax).entries()) {
    const text = postText(node)
    const date = postTime.test(text) && !postText(texts[at - 1]).endsWith(':') ? dateInText(text, order) : null
    if (date !== null) return date
  }
  return null
}

function firstLabelled(texts: readonly TreeNode[], order: DayMonthOrder): string | null {
  for (const [at, node] of texts.slice(0, textsReadMax).entries()) {
    const text = postText(node)
    if (!/^posted(?:\s+on)?\s*:/i.test(text)) continue
    return dateInText(text, order) ?? dateInText(postText(texts[at + 1]), order)
  }
  return null
}
