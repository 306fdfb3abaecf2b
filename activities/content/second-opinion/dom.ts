/** The subset of the DOM that the second opinion uses, implemented by linkedom or jsdom. */
import { createRequire } from 'node:module'
import type * as Jsdom from 'jsdom'
import type * as Linkedom from 'linkedom'

/** A node of any type. */
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

/** Library that creates the document. */
export type DomLibrary = 'linkedom' | 'jsdom'

export const elementNode = 1
export const textNode = 3

// Loaded on demand: jsdom takes half a second to load and most threads never need it.
const load = createRequire(import.meta.url)

const emptyPage = '<!DOCTYPE html><html><head></head><body></body></html>'

/**
 * Creates an empty document. Neither library loads resources or runs scripts.
 * @param url base URL for relative addresses.
 */
export function emptyDocument(library: DomLibrary, url: string): DomDocument {
  if (library === 'jsdom') {
    const { JSDOM } = load('jsdom') as typeof Jsdom
    return new JSDOM(emptyPage, { url }).window.document
  }
  const { DOMParser } = load('linkedom') as typeof Linkedom
  const document = new DOMParser().parseFromString(emptyPage, 'text/html') as unknown as DomDocument
  // linkedom does not set document URLs.
  Object.defineProperty(document, 'baseURI', { value: url })
  Object.defineProperty(document, 'documentURI', { value: url })
  return document
}
