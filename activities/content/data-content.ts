/**
 * Content of a page that has it as data alone: the article in its linked data, the sentences in the
 * state of its framework. For pages whose elements have nothing to read.
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

/** A page with so many words has something to read; one that a browser has written, with any. */
const wordsPlenty = 40

/** Members that name what stands beside them. */
const headingMembers = ['headline', 'title', 'heading', 'name']
const headingMaxCharacters = 300

/** Markup in a string, and not a sign of comparison. */
const markup =
  /<\/?(?:p|div|br|h[1-6]|ul|ol|li|a|strong|em|b|i|span|section|article|blockquote|table|img|figure|pre)\b[^<>]{0,2000}>/i

/**
 * Adds the text that the data of a page hold to the little that its elements have.
 * @param content what was chosen of the elements.
 * @param isRendered whether the scripts of the page have had their time to show it.
 * @returns null where there is something to read in the elements, or too little in the data.
 */
export function withDataContent(
  document: TreeNode,
  content: ContentSelection,
  isRendered: boolean,
): ContentSelection | null {
  const scripts = dataScripts(document)
  const enough = isRendered ? 1 : wordsPlenty
  if (scripts.length === 0 || countWords(content, enough) >= enough) return null
  const writer = new DataWriter()
  for (const script of scripts) writer.read(script)
  if (writer.characters < textMinCharacters) return null
  const parts = [content, ...writer.parts.flatMap(parsed)]
  return { roots: parts.flatMap(({ roots }) => roots), skip: new Set(parts.flatMap(({ skip }) => [...skip])) }
}

/** Each part by itself, so that none that is left open takes in the next. */
function parsed(html: string): ContentSelection[] {
  try {
    return [wholePage(parseTree(html).document)]
  } catch (error) {
    if (error instanceof TooManyNodesError) return []
    throw error
  }
}

/** What the data scripts of a page say, in document order, as far as it may be text. */
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

/** Writes the sentences of values as markup. */
class DataWriter {
  /** Documents of their own. */
  readonly parts: string[] = []
  /** What has been written: states hold the same text in several places. */
  readonly #seen = new Set<string>()
  characters = 0

  /** @param json a script; one that is no JSON says nothing. */
  read(json: string): void {
    let value: unknown
    try {
      value = JSON.parse(json)
    } catch {
      return
    }
    // The last in comes out first, so members are turned about.
    const pending: { value: unknown; headings: string[] }[] = [{ value, headings: [] }]
    for (let left: number = extractLimits.dataValuesMax; left > 0; left--) {
      const next = pending.pop()
      if (next === undefined) return
      if (typeof next.value === 'string') this.#write(next.value, next.headings)
      else if (typeof next.value === 'object' && next.value !== null) {
        // Shared by what stands beside each other: the first to be written takes it.
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
