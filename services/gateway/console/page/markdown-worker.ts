/**
 * Parses Markdown into tokens in a worker, so that a slow document does not block the page and can be terminated. HTML
 * in Markdown stays text.
 */
import type markdownItFactory from 'markdown-it'
import type { Token } from 'markdown-it'

/** A token as it is sent to the page. */
export type PlainToken = Pick<Token, 'type' | 'tag' | 'nesting' | 'content' | 'info' | 'markup' | 'hidden'> & {
  /** Attributes that the page uses: addresses, alignment, the start of a list. */
  attrs: Record<string, string | number>
  children: PlainToken[] | null
}

/** A document as tokens. */
export interface MarkdownTokens {
  tokens: PlainToken[]
  /** True when parts are missing because quotes and lists are nested too deeply. */
  tooDeep: boolean
}

/** A message of the worker: ready, or the tokens; null when parsing failed. */
export type MarkdownAnswer = 'ready' | MarkdownTokens | null

const plain = ({ type, tag, nesting, content, info, markup, hidden, attrs, children }: Token): PlainToken => ({
  type,
  tag,
  nesting,
  content,
  info,
  markup,
  hidden,
  attrs: Object.fromEntries(attrs ?? []),
  children: children === null ? null : children.map(plain),
})

/** Maximum nesting; the parser omits deeper content. */
const nestingMax = 250

// Workers have no import map: the library is found by its path.
const library = new URL('../lib/markdown-it.mjs', import.meta.url).href

const parser = import(library).then(({ default: markdownIt }: { default: typeof markdownItFactory }) => {
  const made = markdownIt({ html: false, linkify: false, maxNesting: nestingMax })
  // Every link becomes a token; `markdown.ts` decides which addresses become links.
  made.validateLink = () => true
  return made
})

addEventListener('message', (event: MessageEvent<string>) => {
  void parser
    .then((made): MarkdownAnswer => {
      postMessage('ready' satisfies MarkdownAnswer)
      const tokens = made.parse(event.data, {})
      return { tokens: tokens.map(plain), tooDeep: tokens.some(({ level }) => level >= nestingMax - 1) }
    })
    .catch((): MarkdownAnswer => null)
    .then((answer) => postMessage(answer))
})
