/**
 * Shows Markdown: elements from a fixed list, text as text nodes. Pictures are never loaded: their alternative text
 * links to their address.
 */
import { h, type ComponentChildren, type VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { html } from '../components/html.ts'
import { outward, webAddress } from '../components/plain-text.ts'
import { Loading } from '../components/states.ts'
import { viewLimits } from '../console-view-limits.ts'
import { markdownTokens } from './markdown-tokens.ts'
import { markdownTree, type MarkdownNode, type MarkdownTree } from './markdown-tree.ts'

/** Elements of blocks and of text, by the type of their token. */
const elements: Readonly<Record<string, string>> = {
  paragraph_open: 'p',
  bullet_list_open: 'ul',
  ordered_list_open: 'ol',
  list_item_open: 'li',
  blockquote_open: 'blockquote',
  table_open: 'table',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  th_open: 'th',
  td_open: 'td',
  strong_open: 'strong',
  em_open: 'em',
  s_open: 's',
}

/** Containers that are indented, up to a maximum depth. */
const indenting = new Set(['ul', 'ol', 'blockquote'])

interface Place {
  base: string
  depth: number
}

const all = (nodes: readonly MarkdownNode[], place: Place): ComponentChildren[] =>
  nodes.map((node) => shown(node, place))

/** Headings of the page start below that of the view. */
function heading({ token, children }: MarkdownNode, place: Place): VNode {
  const level = Math.min(6, Number(token.tag.slice(1)) + 1)
  return h(`h${level}`, null, all(children, place))
}

function link({ token, children }: MarkdownNode, place: Place): VNode {
  const address = webAddress(String(token.attrs['href'] ?? ''), place.base)
  const words = all(children, place)
  return address === null ? html`<span>${words}</span>` : html`<a href=${address} ...${outward}>${words}</a>`
}

function picture({ token }: MarkdownNode, place: Place): VNode {
  const address = webAddress(String(token.attrs['src'] ?? ''), place.base)
  const words = html`<span aria-hidden="true">▧ </span>${token.content || 'Picture'}`
  return address === null
    ? html`<span class="picture">${words}</span>`
    : html`<a class="picture" href=${address} ...${outward}>${words}</a>`
}

function table({ children }: MarkdownNode, place: Place): VNode {
  return html`<div class="md-table" tabindex="0" role="group" aria-label="Table">
    <table>
      ${all(children, place)}
    </table>
  </div>`
}

/** Renders one token with its children; unknown types are shown as text. */
function shown(node: MarkdownNode, place: Place): ComponentChildren {
  const { token, children } = node
  switch (token.type) {
    case 'inline':
      return all(children, place)
    case 'text':
    case 'text_special':
      return token.content
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return h('br', null)
    case 'hr':
      return h('hr', null)
    case 'code_inline':
      return html`<code>${token.content}</code>`
    case 'fence':
    case 'code_block':
      return html`<pre tabindex="0"><code>${token.content}</code></pre>`
    case 'html_block':
    case 'html_inline':
      return html`<code>${token.content}</code>`
    case 'heading_open':
      return heading(node, place)
    case 'link_open':
      return link(node, place)
    case 'image':
      return picture(node, place)
    case 'table_open':
      return table(node, place)
    default:
      return element(node, place)
  }
}

function element({ token, children }: MarkdownNode, place: Place): ComponentChildren {
  const name = elements[token.type]
  if (name === undefined || token.hidden) return children.length > 0 ? all(children, place) : token.content
  const depth = place.depth + (indenting.has(name) ? 1 : 0)
  if (!indenting.has(name)) return h(name, null, all(children, place))
  const start = Number(token.attrs['start'] ?? 1)
  const attributes = {
    ...(depth > viewLimits.markdownDepth ? { class: 'flat' } : {}),
    ...(name === 'ol' && Number.isSafeInteger(start) && start !== 1 ? { start } : {}),
  }
  return h(name, attributes, all(children, { ...place, depth }))
}

/** Shows the text as it is, when it cannot be shown as Markdown. */
const plainText = (text: string): VNode =>
  html`<p class="notice">This Markdown takes too long to be laid out: it is shown as text.</p>
    <pre>${text.slice(0, viewLimits.textChars)}</pre>`

/** An article of Markdown. @param base address of the page, for relative links. */
export function Markdown({ text, base }: { text: string; base: string }): VNode {
  const [tree, setTree] = useState<MarkdownTree | 'failed' | null>(null)
  const long = text.length > viewLimits.markdownChars
  useEffect(() => {
    const ending = new AbortController()
    const { markdownBlocks: blocks, markdownRows: rows } = viewLimits
    void markdownTokens(text.slice(0, viewLimits.markdownChars), ending.signal).then((made) => {
      if (ending.signal.aborted) return
      if (made === null) setTree('failed')
      else {
        const whole = markdownTree(made.tokens, { blocks, rows })
        setTree({ ...whole, cut: whole.cut || made.tooDeep })
      }
    })
    return () => ending.abort()
  }, [text])
  const body =
    tree === null
      ? html`<${Loading} />`
      : tree === 'failed'
        ? plainText(text)
        : html`${all(tree.children, { base, depth: 0 })}${long || tree.cut ? html`<p class="notice">The rest is in Source.</p>` : null}`
  return html`<article aria-label="Markdown" class="markdown" dir="auto">${body}</article>`
}
