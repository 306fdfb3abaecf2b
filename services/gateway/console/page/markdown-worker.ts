/**
 * Makes tokens of Markdown in a worker, so that a document that takes long holds up nothing and can be ended. HTML in
 * Markdown stays text.
 */
import type markdownItFactory from 'markdown-it'
import type { Token } from 'markdown-it'

/** A token as it is sent to the page. */
export type PlainToken = Pick<Token, 'type' | 'tag' | 'nesting' | 'content' | 'info' | 'markup' | 'hidden'> & {
  /** Attributes that the page looks at: addresses, alignment, the start of a list. */
  attrs: Record<string, string | number>
  children: PlainToken[] | null
}

/** A document as tokens. */
export interface MarkdownTokens {
  tokens: PlainToken[]
  /** True when parts are missing because quotes and lists are nested too deeply. */
  tooDeep: boolean
}

/** An answer of the worker: that it is ready to begin, or tokens; null when it cannot make them. */
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

/** Nesting beyond which the parser leaves out what follows. */
const nestingMax = 250

// Workers have no import map: the library is found by its path.
const library = new URL('../lib/markdown-it.mjs', import.meta.url).href

const parser = import(library).then(({ default: markdownIt }: { default: typeof markdownItFactory }) => {
  const made = markdownIt({ html: false, linkify: false, maxNesting: nestingMax })
  // Every address becomes a token; what a link may lead to is decided where it is shown.
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
