/**
 * Splits XML into tags and text by searching for the next delimiter, so that long text costs little.
 *
 * Not a validating parser: document types are skipped, only the five predefined entities and numeric references are
 * replaced, and text that is not well-formed is read as far as possible.
 */
import { indexBehind } from '../../html/index-behind.ts'

/** Receives the tokens of a text; names are as written. */
export interface XmlTokens {
  startTag(name: string, attributes: Record<string, string>): void
  endTag(name: string): void
  text(text: string): void
  /** Called periodically; true stops the scan. */
  shouldStop(): boolean
}

/** Number of tags between two calls of `shouldStop`. */
const tagsPerLook = 2_048

const slash = 0x2f
const greater = 0x3e
const equals = 0x3d

/**
 * Scans a text once, in linear time.
 * @returns false when it was stopped.
 */
export function scanXml(xml: string, tokens: XmlTokens): boolean {
  let at = 0
  for (let tags = 1; at < xml.length; tags++) {
    if (tags % tagsPerLook === 0 && tokens.shouldStop()) return false
    const tag = xml.indexOf('<', at)
    const end = tag === -1 ? xml.length : tag
    if (end > at) tokens.text(unescaped(xml.slice(at, end)))
    if (tag === -1) return true
    const next = xml[tag + 1]
    if (next === '/') at = endTag(xml, tag + 2, tokens)
    else if (next === '!') at = declaration(xml, tag, tokens)
    else if (next === '?') at = indexBehind(xml, '?>', tag + 2)
    else at = startTag(xml, tag + 1, tokens)
  }
  return true
}

function endTag(xml: string, from: number, tokens: XmlTokens): number {
  const end = indexBehind(xml, '>', from)
  tokens.endTag(xml.slice(from, end - 1).trimEnd())
  return end
}

/** Reads a comment, a CDATA section or a document type. */
function declaration(xml: string, tag: number, tokens: XmlTokens): number {
  if (xml.startsWith('<!--', tag)) return indexBehind(xml, '-->', tag + 4)
  if (xml.startsWith('<![CDATA[', tag)) {
    const end = indexBehind(xml, ']]>', tag + 9)
    tokens.text(xml.slice(tag + 9, end === xml.length && !xml.endsWith(']]>') ? end : end - 3))
    return end
  }
  const end = indexBehind(xml, '>', tag)
  // An internal subset contains declarations of its own.
  return xml.slice(tag, end).includes('[') ? indexBehind(xml, '>', indexBehind(xml, ']', tag)) : end
}

function startTag(xml: string, from: number, tokens: XmlTokens): number {
  let at = endOfName(xml, from)
  const name = xml.slice(from, at)
  const attributes: Record<string, string> = {}
  while (at < xml.length) {
    const code = xml.charCodeAt(at)
    if (code === greater) break
    if (code <= 0x20 || code === slash) at++
    else at = readAttribute(xml, at, attributes)
  }
  // A truncated tag is ignored.
  if (at >= xml.length) return at
  tokens.startTag(name, attributes)
  if (xml.charCodeAt(at - 1) === slash) tokens.endTag(name)
  return at + 1
}

/** @returns the position after the attribute. */
function readAttribute(xml: string, from: number, attributes: Record<string, string>): number {
  let at = endOfName(xml, from)
  const name = xml.slice(from, at)
  while (xml.charCodeAt(at) <= 0x20) at++
  if (xml.charCodeAt(at) !== equals) return Math.max(at, from + 1)
  at++
  while (xml.charCodeAt(at) <= 0x20) at++
  const quote = xml[at]
  if (quote !== '"' && quote !== "'") return at
  const end = xml.indexOf(quote, at + 1)
  if (end === -1) return xml.length
  attributes[name] ??= unescaped(xml.slice(at + 1, end))
  return end + 1
}

/** Returns where the name ends: at white space, `=`, `/` or `>`. */
function endOfName(xml: string, from: number): number {
  let at = from
  for (; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (code <= 0x20 || code === equals || code === slash || code === greater) break
  }
  return at
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (all, hex, decimal, name) => {
    if (typeof name === 'string') return entities[name] ?? all
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
  })
}
