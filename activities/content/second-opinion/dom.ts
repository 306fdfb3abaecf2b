/** The little of a DOM that the second opinion touches, whether linkedom or jsdom made it. */
import { createRequire } from 'node:module'
import type * as Jsdom from 'jsdom'
import type * as Linkedom from 'linkedom'

/** Any node. */
export interface DomNode {
  readonly nodeType: number
  readonly firstChild: DomNode | null
  readonly nextSibling: DomNode | null
  readonly parentNode: DomNode | null
  readonly textContent: string | null
}

export interface DomElement extends DomNode {
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  appendChild(child: DomNode): unknown
}

export interface DomDocument extends DomNode {
  readonly body: DomElement
  createElement(name: string): DomElement
  createTextNode(text: string): DomNode
}

/** Which library makes the document. */
export type DomLibrary = 'linkedom' | 'jsdom'

export const elementNode = 1
export const textNode = 3

// Loaded when asked for: jsdom takes half a second and most threads never need it.
const load = createRequire(import.meta.url)

const emptyPage = '<!DOCTYPE html><html><head></head><body></body></html>'

/**
 * An empty document. Neither library loads anything or runs scripts.
 * @param url what relative addresses are resolved against.
 */
export function emptyDocument(library: DomLibrary, url: string): DomDocument {
  if (library === 'jsdom') {
    const { JSDOM } = load('jsdom') as typeof Jsdom
    return new JSDOM(emptyPage, { url }).window.document
  }
  const { DOMParser } = load('linkedom') as typeof Linkedom
  const document = new DOMParser().parseFromString(emptyPage, 'text/html') as unknown as DomDocument
  // linkedom knows no addresses.
  Object.defineProperty(document, 'baseURI', { value: url })
  Object.defineProperty(document, 'documentURI', { value: url })
  return document
}
