/**
 * Normalizes HTML so that two fragments are equal when a reader sees the same; for tests that compare rendered
 * Markdown with the HTML it was made from.
 *
 * Compared: blocks and their nesting, tight and loose lists, text, marks, code, links, pictures, titles,
 * list starts and languages of code. Not compared: white space that collapses, containers without a
 * meaning of their own (`div`, unknown elements), a mark inside the same mark, invisible elements, other
 * attributes, and the spelling of `b`, `i`, `strike`.
 */
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { blockElements, invisibleElements } from '../../../html/tags.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const marks: Record<string, string | undefined> = {
  a: 'a',
  b: 'strong',
  code: 'code',
  del: 'del',
  em: 'em',
  i: 'em',
  s: 'del',
  strike: 'del',
  strong: 'strong',
}
/** Blocks whose direct text is not a paragraph. */
const textBlocks = new Set(['li', 'td', 'th', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'caption', 'summary'])
/** Blocks that are only block boundaries. */
const plainBlocks = new Set(['div', 'p', 'section', 'article', 'main', 'html', 'body', 'tbody', 'thead', 'tfoot'])
/** Blocks that are visible when empty. */
const shownEmpty = new Set(['li', 'td', 'th', 'hr', 'pre'])

/**
 * Returns one line for each block boundary and for each run of text.
 * @param html a fragment.
 * @param base URL that relative addresses are resolved against.
 */
export function renderedHtml(html: string, base: string): string {
  const builder = new LineBuilder()
  for (const node of parseFragment(html).childNodes) write(node, base, 'body', builder)
  builder.endRun('p')
  return builder.lines.join('\n')
}

function write(node: Node, base: string, parent: string, builder: LineBuilder): void {
  if ('value' in node) {
    builder.text(node.value.replaceAll(/[ \t\n\f\r]+/g, ' '))
    return
  }
  if (!('tagName' in node) || invisibleElements.has(node.tagName)) return
  const name = node.tagName
  const mark = marks[name]
  if (name === 'br' || name === 'img') {
    builder.text(`\uE001${name}${attributesOf(node, base)}\uE002`)
  } else if (mark !== undefined && !(name === 'a' && attributesOf(node, base) === '')) {
    builder.open(mark, attributesOf(node, base))
    for (const child of node.childNodes) write(child, base, parent, builder)
    builder.close(mark)
  } else if (blockElements.has(name)) {
    writeBlock(node, base, parent, builder)
  } else {
    for (const child of node.childNodes) write(child, base, parent, builder)
  }
}

function writeBlock(node: Element, base: string, parent: string, builder: LineBuilder): void {
  const name = node.tagName
  const label = plainBlocks.has(name) ? (name === 'p' ? 'p' : parent) : name
  builder.endRun(textBlocks.has(parent) ? 'text' : 'p')
  if (name === 'pre') {
    const code = node.childNodes[0]
    const language = code !== undefined && 'tagName' in code ? attributesOf(code, base) : ''
    builder.lines.push(`pre${language} ${JSON.stringify(textOf(node).replace(/\n$/, ''))}`)
    return
  }
  const first = builder.lines.length
  if (!plainBlocks.has(name)) builder.lines.push(`(${name}${attributesOf(node, base)}`)
  for (const child of node.childNodes) write(child, base, label, builder)
  builder.endRun(textBlocks.has(label) ? 'text' : 'p')
  if (plainBlocks.has(name)) return
  if (builder.lines.length === first + 1 && !shownEmpty.has(name)) builder.lines.pop()
  else builder.lines.push(`${name})`)
}

function attributesOf(node: Element, base: string): string {
  const values = new Map(node.attrs.map(({ name, value }) => [name, value]))
  const shown: string[] = []
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '')
      shown.push(` ${name}=${JSON.stringify(value.replaceAll(/\s+/g, ' ').trim())}`)
  }
  for (const name of ['href', 'src']) {
    const reference = values.get(name)
    if (reference !== undefined) add(name, URL.parse(reference, base)?.href ?? reference)
  }
  for (const name of ['alt', 'title']) add(name, values.get(name))
  if (node.tagName === 'ol' && values.get('start') !== '1') add('start', values.get('start'))
  add('class', /\blanguage-\S+/.exec(values.get('class') ?? '')?.[0])
  return shown.join('')
}

function textOf(node: Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

/** Collects runs of inline content; open marks continue in the next run. */
class LineBuilder {
  readonly lines: string[] = []
  #run = ''
  readonly #open: { mark: string; attributes: string; written: boolean }[] = []

  text(text: string): void {
    this.#run += text
  }

  open(mark: string, attributes: string): void {
    const written = mark === 'a' || this.#open.every((open) => open.mark !== mark)
    this.#open.push({ mark, attributes, written })
    if (written) this.#run += `\uE001${mark}${attributes}\uE002`
  }

  close(mark: string): void {
    if (this.#open.pop()?.written === true) this.#run += `\uE003${mark}\uE002`
  }

  endRun(label: 'p' | 'text'): void {
    const open = this.#open.filter(({ written }) => written)
    for (const { mark } of open.toReversed()) this.#run += `\uE003${mark}\uE002`
    const run = settled(this.#run)
    if (run !== '') this.lines.push(`${label} ${run}`)
    this.#run = open.map(({ mark, attributes }) => `\uE001${mark}${attributes}\uE002`).join('')
  }
}

/** Moves white space out of marks and removes empty marks. */
function settled(run: string): string {
  let text = run
  for (let before = ''; before !== text;) {
    before = text
    text = text
      .replaceAll(/(\uE001(?!code)(?!img)(?!br)[^\uE002]*\uE002)( +)/g, '$2$1')
      .replaceAll(/( +)(\uE003(?!code)[^\uE002]*\uE002)/g, '$2$1')
      .replaceAll(/\uE001(?!img)(?!br)[^\uE002]*\uE002(?: *)\uE003[^\uE002]*\uE002/g, '')
      .replaceAll(/ {2,}/g, ' ')
      .replaceAll(/ *(\uE001br\uE002) */g, '$1')
      .replaceAll(/^ +| +$/g, '')
  }
  return text.replaceAll('\uE001', '<').replaceAll('\uE002', '>').replaceAll('\uE003', '</')
}
