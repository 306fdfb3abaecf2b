/**
 * Reads content that a page contains only as data: the article in its linked data, or sentences in the state of
 * its framework. Used for pages whose elements have too little text.
 */
import { extractLimits, judgeLimits } from '@seine/shared/config/extract-limits.ts'
import { isData } from '../judge/js-shell-attributes.ts'
import { holdsText, isSentence, textMinCharacters } from '../judge/js-shell-payload.ts'
import type { ContentSelection } from '../html/content.ts'
import { escapeHtml } from '../html/html-text.ts'
import { isItem } from './metadata/json-ld.ts'
import { wholePage } from './main-content.ts'
import { parseTree, TooManyNodesError } from '../html/parse-tree.ts'
import { attribute, following, type TreeNode } from '../html/tree.ts'
import { countWords } from '../html/word-count.ts'

/** Minimum number of words in the elements of an unrendered page; with fewer, its data is read (rendered page: 1). */
const wordsPlenty = 40

/** Members whose value is the heading of their sibling members. */
const headingMembers = ['headline', 'title', 'heading', 'name']
const headingMaxCharacters = 300

/** Matches HTML markup in a string; does not match a `<` used for comparison. */
const markup =
  /<\/?(?:p|div|br|h[1-6]|ul|ol|li|a|strong|em|b|i|span|section|article|blockquote|table|img|figure|pre)\b[^<>]{0,2000}>/i

/**
 * Adds the text that the data of a page holds to the little text of its elements.
 * @param content selection made from the elements.
 * @param isRendered true when a browser has run the scripts of the page.
 * @returns null when the elements have enough text, or the data too little.
 */
export function withDataContent(
  document: TreeNode,
  content: ContentSelection,
  isRendered: boolean,
): ContentSelection | null {
  const enough = isRendered ? 1 : wordsPlenty
  // Counting ends after a few texts on most pages; finding the scripts reads the whole page and what they hold.
  if (countWords(content, enough) >= enough) return null
  const writer = new DataWriter()
  for (const script of dataScripts(document)) writer.read(script)
  if (writer.characters < textMinCharacters) return null
  const parts = [content, ...writer.parts.flatMap(parsed)]
  return { roots: parts.flatMap(({ roots }) => roots), skip: new Set(parts.flatMap(({ skip }) => [...skip])) }
}

/** Parses one part as its own document, so that its unclosed elements do not include the next part. */
function parsed(html: string): ContentSelection[] {
  try {
    return [wholePage(parseTree(html).document)]
  } catch (error) {
    if (error instanceof TooManyNodesError) return []
    throw error
  }
}

/** Returns the data scripts of a page that may hold text, in document order. */
function dataScripts(document: TreeNode): string[] {
  const scripts: string[] = []
  let left: number = judgeLimits.dataMaxCharacters
  for (let node = document.first; node !== null; node = following(node, document)) {
    if (node.name !== 'script') continue
    const type = attribute(node, 'type') ?? ''
    const data = isData(type) ? (node.first?.text ?? '') : ''
    if (data === '' || data.length > left || scripts.length >= judgeLimits.scriptsMax) continue
    left -= data.length
    if (holdsText(data, type)) scripts.push(data)
  }
  return scripts
}

/** Collects the sentences in values as markup. */
class DataWriter {
  /** HTML fragments, each parsed as its own document. */
  readonly parts: string[] = []
  /** Texts already written: framework states hold the same text in several places. */
  readonly #seen = new Set<string>()
  characters = 0

  /** @param json content of a script; ignored when it is not valid JSON. */
  read(json: string): void {
    let value: unknown
    try {
      value = JSON.parse(json)
    } catch {
      return
    }
    // The stack pops the last member first, so members are pushed in reverse order.
    const pending: { value: unknown; headings: string[] }[] = [{ value, headings: [] }]
    for (let left: number = extractLimits.dataValuesMax; left > 0; left--) {
      const next = pending.pop()
      if (next === undefined) return
      if (typeof next.value === 'string') this.#write(next.value, next.headings)
      else if (typeof next.value === 'object' && next.value !== null) {
        // Sibling members share the array: the first one to be written consumes the heading.
        const headings = isItem(next.value) ? headingsOf(next.value) : next.headings
        const members = Object.values(next.value)
        for (let at = Math.min(members.length, left) - 1; at >= 0; at--) pending.push({ value: members[at], headings })
      }
    }
  }

  #write(text: string, headings: string[]): void {
    if (!isSentence(text) || this.#seen.has(text)) return
    this.#seen.add(text)
    this.characters += text.length
    const heading = headings.pop()
    const title = heading === undefined || heading === text ? '' : `<h2>${escapeHtml(heading)}</h2>`
    const body = markup.test(text)
      ? text
      : text
          .split(/\n\s*\n/)
          .map((part) => `<p>${escapeHtml(part)}</p>`)
          .join('\n')
    this.parts.push(title + body)
  }
}

function headingsOf(item: Record<string, unknown>): string[] {
  for (const member of headingMembers) {
    const value = item[member]
    if (typeof value === 'string' && value.trim() !== '' && value.length <= headingMaxCharacters) return [value]
  }
  return []
}
