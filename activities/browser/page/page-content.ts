/// <reference lib="dom" />
/** Serializes the document as the browser has it. */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from '../time/attempt-clock.ts'
import { evaluateApart, evaluateSteadily, isTeardown } from './evaluate.ts'

/** A serialized document. */
export interface PageHtml {
  /** Empty when the browser displays its own page. */
  text: string
  /** Base URL of its relative links: scripts change the address without a request. */
  url: string
  /** Whether the end was cut off. */
  truncated: boolean
}

/** A document as the page returns it: the beginning of its text; the rest is read in pieces. */
interface Serialised extends PageHtml {
  /** Length of the whole text, in characters. */
  length: number
}

/**
 * Runs in the page. Open shadow roots are written as declarative ones, `<template shadowrootmode>`: a reader without
 * scripts needs that to see them, and a parser does not take it for text.
 */
function serialise(charactersMax: number, pieceCharacters: number): Serialised {
  const root = document.documentElement
  // The browser's own error page, not something the site sent.
  if (root === null || location.protocol === 'chrome-error:')
    return { text: '', length: 0, url: location.href, truncated: false }
  const shadowRoots: ShadowRoot[] = []
  const collect = (within: Document | ShadowRoot): void => {
    for (const element of within.querySelectorAll('*')) {
      if (element.shadowRoot === null) continue
      shadowRoots.push(element.shadowRoot)
      collect(element.shadowRoot)
    }
  }
  collect(document)
  let markup = root.outerHTML
  if (shadowRoots.length > 0) {
    const shell = (root.cloneNode(false) as Element).outerHTML
    const at = shell.lastIndexOf('</')
    markup = shell.slice(0, at) + root.getHTML({ shadowRoots }) + shell.slice(at)
  }
  const { doctype } = document
  const html = (doctype === null ? '' : `${new XMLSerializer().serializeToString(doctype)}\n`) + markup
  const whole = html.slice(0, charactersMax)
  // Do not separate a surrogate pair.
  const isWithin = whole.length > pieceCharacters && whole.charCodeAt(pieceCharacters - 1) >> 10 === 0x36
  const text = whole.slice(0, isWithin ? pieceCharacters - 1 : pieceCharacters)
  if (text.length < whole.length) Object.assign(globalThis, { seineDocument: whole })
  return { text, length: whole.length, url: location.href, truncated: html.length > charactersMax }
}

/**
 * Runs in the page, after `serialise`.
 * @returns the next piece; null when the document was replaced meanwhile.
 */
function pieceFrom(start: number, charactersMax: number): string | null {
  const text: unknown = Reflect.get(globalThis, 'seineDocument')
  if (typeof text !== 'string' || start >= text.length) return null
  let end = Math.min(text.length, start + charactersMax)
  // Do not separate a surrogate pair.
  if (end < text.length && end - start > 1 && text.charCodeAt(end - 1) >> 10 === 0x36) end -= 1
  if (end === text.length) Reflect.deleteProperty(globalThis, 'seineDocument')
  return text.slice(start, end)
}

/** @returns null when the document was replaced before all of it was read. */
async function readRest(page: Page, clock: AttemptClock, { text: first, length }: Serialised): Promise<string | null> {
  const { contentTimeoutMs, contentPieceCharacters } = renderLimits
  let text = first
  while (text.length < length) {
    try {
      const reading = evaluateApart(page, pieceFrom, text.length, contentPieceCharacters)
      const piece = await clock.step(reading, contentTimeoutMs)
      if (piece === null) return null
      text += piece
    } catch (error) {
      if (isTeardown(error)) return null
      throw error
    }
  }
  return text
}

/**
 * Serializes the document of the main frame, including doctype and open shadow roots.
 * @throws StepTimeoutError when the page does not answer; AttemptEndedError when the attempt ends.
 */
export async function pageHtml(page: Page, clock: AttemptClock): Promise<PageHtml> {
  const { contentTimeoutMs: capMs, contentMaxCharacters: most, contentPieceCharacters: piece } = renderLimits
  for (;;) {
    const document = await evaluateSteadily(page, clock, capMs, serialise, most, piece)
    const text = await readRest(page, clock, document)
    if (text !== null) return { text, url: document.url, truncated: document.truncated }
    await clock.sleep(renderLimits.documentRetryMs)
  }
}
