/** Converts trees to text, those of this project and of parse5, to compare them. */
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { shapeElements } from '../../html/tags.ts'
import type { TreeNode } from '../../html/tree.ts'

/** Lines of an outline: an element with its attributes, or a text. */
class Outline {
  readonly #lines: string[] = []
  #text = ''
  #textDepth = 0

  element(depth: number, name: string, attributes: readonly { name: string; value: string }[]): void {
    this.#flush()
    const written = attributes.map(({ name: key, value }) => ` ${key}=${JSON.stringify(value)}`).join('')
    this.#lines.push(`${'  '.repeat(depth)}<${name}${written}>`)
  }

  text(depth: number, text: string): void {
    if (depth !== this.#textDepth) this.#flush()
    this.#textDepth = depth
    this.#text += text
  }

  leave(): void {
    this.#flush()
  }

  toString(): string {
    this.#flush()
    return this.#lines.join('\n')
  }

  #flush(): void {
    if (this.#text !== '') this.#lines.push(`${'  '.repeat(this.#textDepth)}${JSON.stringify(this.#text)}`)
    this.#text = ''
  }
}

/** Returns the outline of a tree of this project. */
export function outlineOf(document: TreeNode): string {
  const outline = new Outline()
  const visit = (node: TreeNode, depth: number): void => {
    for (let child = node.first; child !== null; child = child.next) {
      if (child.text !== null) {
        outline.text(depth, child.text)
        continue
      }
      outline.element(depth, child.name, distinct(child.attributes))
      visit(child, depth + 1)
      outline.leave()
    }
  }
  visit(document, 0)
  return outline.toString()
}

/** Keeps the first of several attributes with the same name. */
const distinct = (attributes: readonly { name: string; value: string }[]): typeof attributes =>
  attributes.filter(({ name }, at) => attributes.findIndex((each) => each.name === name) === at)

const dataType = /^\s*application\/(?:[\w.-]+\+)?json|^\s*math\/tex/i

/**
 * Returns the outline of the tree that parse5 builds, without what the project's tree leaves out: comments, document
 * types, scripts, style sheets, and the shapes of SVG pictures, whose content stays.
 */
export function standardOutlineOf(html: string): string {
  const outline = new Outline()
  const visit = (node: DefaultTreeAdapterTypes.ParentNode, depth: number): void => {
    for (const child of node.childNodes) {
      if ('value' in child) {
        outline.text(depth, child.value)
        continue
      }
      if (!('tagName' in child)) continue
      const isForeign = !child.namespaceURI.endsWith('/xhtml')
      if (!isForeign && (child.tagName === 'style' || (child.tagName === 'script' && !isData(child)))) continue
      if (isForeign && shapeElements.has(child.tagName.toLowerCase())) {
        visit(child, depth)
        continue
      }
      outline.element(depth, child.tagName, distinct(child.attrs))
      visit('content' in child ? child.content : child, depth + 1)
      outline.leave()
    }
  }
  visit(parse(html, { scriptingEnabled: false }), 0)
  return outline.toString()
}

const isData = ({ attrs }: DefaultTreeAdapterTypes.Element): boolean =>
  attrs.some(({ name, value }) => name === 'type' && dataType.test(value))
