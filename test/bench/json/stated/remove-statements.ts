/** Removes what a page states for machines in schema.org's vocabulary: JSON-LD, microdata and RDFa. */
import { parse, serialize, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Attributes that state something; `property` only of elements other than `meta`, where OpenGraph uses it. */
const stating = /^(?:item(?:prop|scope|type|id|ref)|typeof|vocab|resource|about)$/
/** Attributes by which a property has another value than its text. */
const values = new Set(['content', 'value'])

/** Returns the page without its JSON-LD, microdata and RDFa; texts that readers see stay. */
export function removeStatements(html: string): string {
  const document = parse(html, { scriptingEnabled: false })
  const left: Node[] = [document]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if ('content' in node) left.push(node.content)
    if (!('childNodes' in node)) continue
    node.childNodes = node.childNodes.filter((child) => !('attrs' in child) || !isStatement(child))
    for (const child of node.childNodes) if ('attrs' in child) child.attrs = attributesLeft(child)
    left.push(...node.childNodes)
  }
  return serialize(document)
}

const valueOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((each) => each.name === name)?.value

/** True for linked data, and for a property without any text of its own that has no other name. */
function isStatement(element: Element): boolean {
  if (element.tagName === 'script') return /^\s*application\/ld\+json/i.test(valueOf(element, 'type') ?? '')
  if (!['meta', 'link'].includes(element.tagName)) return false
  return (
    valueOf(element, 'itemprop') !== undefined &&
    ['name', 'property', 'rel'].every((name) => valueOf(element, name) === undefined)
  )
}

function attributesLeft(element: Element): Element['attrs'] {
  const isMeta = element.tagName === 'meta'
  const isProperty = !isMeta && ['itemprop', 'property'].some((name) => valueOf(element, name) !== undefined)
  return element.attrs.filter(
    ({ name }) => !stating.test(name) && !(isProperty && (name === 'property' || values.has(name))),
  )
}
