/**
 * Splits XML into tags and text: parts of documents as a whole, sitemaps piece by piece. Markup that seldom is
 * well-formed XML (HTML, feeds, links of feeds) is read by `scanner.ts` instead.
 *
 * Searches for the next delimiter, so that long text costs little. Not a validating parser: document types are skipped,
 * only the five predefined entities and numeric references are replaced, and text that is not well-formed is read as
 * far as possible.
 */
import { decodeXML } from 'entities'

/** Receives the tokens of a text; names are as written. An exception of a method ends the scan. */
export interface XmlTokens {
  startTag(name: string, attributes: Record<string, string>): void
  endTag(name: string): void
  /** Receives a text, or a part of one. */
  text(text: string): void
  /** Receives CDATA sections; without it, they are texts. */
  cdata?(text: string): void
  /** Called periodically; true stops the scan. */
  shouldStop(): boolean
  /** Called for each attribute of a tag, before it is read, with its number from 1. */
  attribute?(number: number): void
  /** Called for a fault of one token; faults between tokens, such as a missing end tag, are not detected here. */
  fault?(message: string): void
}

/** Number of tags between two calls of `shouldStop`. */
const tagsPerLook = 2_048

const exclamation = 0x21
const slash = 0x2f
const colon = 0x3a
const equals = 0x3d
const greater = 0x3e
const question = 0x3f
/** Names begin with a letter, a colon or a character above the letters of ASCII. */
const firstLetter = 0x41

/**
 * Scans a text once, in linear time.
 * @returns false when it was stopped.
 */
export function scanXml(xml: string, tokens: XmlTokens): boolean {
  const end = scanTokens(xml, tokens)
  if (end === -1) return false
  scanRest(xml.slice(end), tokens)
  return true
}

/** Scans a text that arrives in pieces; keeps only the unfinished token at the end. */
export class XmlPieces {
  readonly #tokens: XmlTokens
  readonly #tokenMaxCharacters: number
  #rest = ''
  /** Length of `#rest` at which it is scanned again: twice the last one, so that a long token costs linear time. */
  #scanAt = 0

  constructor(tokens: XmlTokens, tokenMaxCharacters: number) {
    this.#tokens = tokens
    this.#tokenMaxCharacters = tokenMaxCharacters
  }

  /** @returns false when the scan was stopped, or a tag, text or comment is longer than the limit. */
  write(piece: string): boolean {
    this.#rest += piece
    if (this.#rest.length < this.#scanAt) return true
    const end = scanTokens(this.#rest, this.#tokens)
    if (end === -1) return false
    this.#rest = this.#rest.slice(end)
    this.#scanAt = Math.min(2 * this.#rest.length, this.#tokenMaxCharacters)
    return this.#rest.length <= this.#tokenMaxCharacters
  }

  end(): void {
    const end = scanTokens(this.#rest, this.#tokens)
    if (end !== -1) scanRest(this.#rest.slice(end), this.#tokens)
    this.#rest = ''
  }
}

/**
 * Reports all finished tokens.
 * @returns where the unfinished token at the end begins, or -1 when the scan was stopped.
 */
function scanTokens(xml: string, tokens: XmlTokens): number {
  let at = 0
  let tag = xml.indexOf('<')
  for (let tags = 1; tag !== -1; tags++) {
    if (tags % tagsPerLook === 0 && tokens.shouldStop()) return -1
    const next = xml.charCodeAt(tag + 1)
    if (isText(next)) {
      tag = xml.indexOf('<', tag + 1)
      continue
    }
    if (tag > at) reportText(xml.slice(at, tag), tokens)
    if (next === slash) at = endTag(xml, tag + 2, tokens)
    else if (next === exclamation) at = declaration(xml, tag, tokens)
    else if (next === question) at = indexBehind(xml, '?>', tag + 2)
    else at = startTag(xml, tag + 1, tokens)
    if (at === -1) return tag
    tag = xml.indexOf('<', at)
  }
  return at
}

/** Whether a less-than sign before this character is text. */
const isText = (next: number): boolean =>
  next < firstLetter && next !== slash && next !== exclamation && next !== question && next !== colon

/** Reports what is useful of the unfinished token at the end: a text or a CDATA section. */
function scanRest(rest: string, tokens: XmlTokens): void {
  if (rest.startsWith('<![CDATA[')) reportCdata(rest.slice(9), tokens)
  if (rest.startsWith('<') && !isText(rest.charCodeAt(1))) tokens.fault?.('unexpected end')
  else if (rest !== '') reportText(rest, tokens)
}

function reportText(escaped: string, tokens: XmlTokens): void {
  if (tokens.fault !== undefined && escaped.includes('<')) tokens.fault('a less-than sign that begins no tag')
  tokens.text(unescaped(withLineFeeds(escaped)))
}

function reportCdata(content: string, tokens: XmlTokens): void {
  const text = withLineFeeds(content)
  if (tokens.cdata === undefined) tokens.text(text)
  else tokens.cdata(text)
}

/** Normalises the ends of lines (XML 1.0, 2.11); those of references stay. */
const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text)

/** Returns the position behind the next occurrence of a text, or -1. */
function indexBehind(xml: string, what: string, from: number): number {
  const found = xml.indexOf(what, from)
  return found === -1 ? -1 : found + what.length
}

// Each of the following returns the position after its token; -1, without having reported anything, when it is
// unfinished.

const tagInTag = 'a less-than sign inside a tag'

/** Whether a tag contains the start of another one, if faults are asked for. */
const hasTagStart = (xml: string, from: number, end: number, tokens: XmlTokens): boolean =>
  tokens.fault !== undefined && xml.slice(from, end).includes('<')

function endTag(xml: string, from: number, tokens: XmlTokens): number {
  const end = xml.indexOf('>', from)
  if (end === -1) return -1
  if (hasTagStart(xml, from, end, tokens)) tokens.fault?.(tagInTag)
  tokens.endTag(xml.slice(from, end).trimEnd())
  return end + 1
}

/** Reads a comment, a CDATA section or a document type. */
function declaration(xml: string, tag: number, tokens: XmlTokens): number {
  if (xml.startsWith('<!--', tag)) {
    const end = xml.indexOf('-->', tag + 4)
    if (end === -1) return -1
    if (tokens.fault !== undefined && xml.indexOf('--', tag + 4) < end) tokens.fault('two hyphens inside a comment')
    return end + 3
  }
  if (xml.startsWith('<![CDATA[', tag)) {
    const end = xml.indexOf(']]>', tag + 9)
    if (end === -1) return -1
    reportCdata(xml.slice(tag + 9, end), tokens)
    return end + 3
  }
  const end = endOfDeclaration(xml, tag)
  if (end !== -1 && !/^doctype/i.test(xml.slice(tag + 2, tag + 9))) tokens.fault?.('an unknown declaration')
  return end
}

function endOfDeclaration(xml: string, tag: number): number {
  const end = indexBehind(xml, '>', tag)
  if (end === -1 || !xml.slice(tag, end).includes('[')) return end
  // An internal subset contains declarations of its own.
  const subsetEnd = xml.indexOf(']', tag)
  return subsetEnd === -1 ? -1 : indexBehind(xml, '>', subsetEnd)
}

function startTag(xml: string, from: number, tokens: XmlTokens): number {
  let at = endOfName(xml, from)
  const name = xml.slice(from, at)
  const attributes: Record<string, string> = {}
  let number = 0
  let isFaulty = false
  while (at < xml.length) {
    const code = xml.charCodeAt(at)
    if (code === greater) break
    if (code <= 0x20 || code === slash) at++
    else {
      tokens.attribute?.(++number)
      at = readAttribute(xml, at, attributes)
      if (at < 0) {
        isFaulty = true
        at = -at
      }
    }
  }
  if (at >= xml.length) return -1
  if (hasTagStart(xml, from, at, tokens)) tokens.fault?.(tagInTag)
  if (isFaulty) tokens.fault?.('an attribute without a value in quotes')
  tokens.startTag(name, attributes)
  if (xml.charCodeAt(at - 1) === slash) tokens.endTag(name)
  return at + 1
}

/** @returns the position after the attribute, negated when its value is not in quotes. */
function readAttribute(xml: string, from: number, attributes: Record<string, string>): number {
  let at = endOfName(xml, from)
  const name = xml.slice(from, at)
  while (xml.charCodeAt(at) <= 0x20) at++
  if (xml.charCodeAt(at) !== equals) return -Math.max(at, from + 1)
  at++
  while (xml.charCodeAt(at) <= 0x20) at++
  const quote = xml[at]
  if (quote !== '"' && quote !== "'") {
    const start = at
    while (at < xml.length && xml.charCodeAt(at) > 0x20 && xml.charCodeAt(at) !== greater) at++
    attributes[name] ??= unescaped(xml.slice(start, at))
    return -at
  }
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

const unescaped = (text: string): string => (text.includes('&') ? decodeXML(text) : text)
