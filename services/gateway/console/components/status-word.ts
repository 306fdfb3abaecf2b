/** The status of a job, a page or a watch as a word with a symbol, so that it does not depend on colour. */
import type { VNode } from 'preact'
import { html } from './html.ts'

const kinds: Record<string, string> = {
  crawling: 'run',
  scraping: 'run',
  running: 'run',
  leased: 'run',
  delivering: 'run',
  active: 'good',
  ready: 'good',
  completed: 'good',
  scraped: 'good',
  delivered: 'good',
  failed: 'bad',
  given_up: 'bad',
  unavailable: 'bad',
  paused: 'warn',
  not_ready: 'warn',
  cancelled: 'warn',
  retrying: 'warn',
}

const marks: Record<string, string> = { run: '●', good: '✓', bad: '✕', warn: '■', quiet: '○' }

/** A status as a word, with the symbol and colour of its kind. @param word shown instead of the status. */
export function StatusWord({
  status,
  paused = false,
  word = paused ? 'paused' : status,
}: {
  status: string
  paused?: boolean
  word?: string
}): VNode {
  const kind = kinds[paused ? 'paused' : status] ?? 'quiet'
  return html`<span class="status ${kind}"
    ><span aria-hidden="true">${marks[kind]} </span>${word.replaceAll('_', ' ')}</span
  >`
}
