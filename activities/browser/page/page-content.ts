/// <reference lib="dom" />
/** The document as the browser has it, serialised. */
import type { Page } from 'puppeteer'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from '../attempt-clock.ts'
import { evaluateSteadily } from './evaluate.ts'

/** A document, serialised. */
export interface PageHtml {
  /** Empty where the browser shows a page of its own. */
  text: string
  /** What its relative links are relative to: scripts change the address without a request. */
  url: string
  /** Whether the end was cut off. */
  truncated: boolean
}

/**
 * Runs in the page. Open shadow roots are written as declarative ones, `<template shadowrootmode>`:
 * what a reader without scripts needs to see them, and nothing that a parser takes for text.
 */
function serialise(charactersMax: number): PageHtml {
  const root = document.documentElement
  // Not what the site sent: the browser's own page for an error.
  if (root === null || location.protocol === 'chrome-error:') return { text: '', url: location.href, truncated: false }
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
  return { text: html.slice(0, charactersMax), url: location.href, truncated: html.length > charactersMax }
}

/**
 * Serialises the document of the main frame, doctype and open shadow roots included.
 * @throws StepTimeoutError when the page does not answer, AttemptEndedError when the attempt ends.
 */
export async function pageHtml(page: Page, clock: AttemptClock): Promise<PageHtml> {
  const { contentTimeoutMs, contentMaxCharacters } = renderLimits
  return await evaluateSteadily(page, clock, contentTimeoutMs, serialise, contentMaxCharacters)
}
