/** Headers, and other pairs of names and values, of websites. */
import type { VNode } from 'preact'
import { html } from '../components/html.ts'
import { Scraped } from '../components/scraped.ts'
import { captureViewLimits } from '../calls/capture-limits.ts'
import type { CallHeader } from '../calls/captured-call.ts'

const cut = (text: string): string =>
  text.length > captureViewLimits.valueMaxCharacters ? `${text.slice(0, captureViewLimits.valueMaxCharacters)}…` : text

/** @param label name of the list. */
export function HeaderList({ label, headers }: { label: string; headers: readonly CallHeader[] }): VNode {
  if (headers.length === 0)
    return html`<h3>${label}</h3>
      <p class="quiet">None.</p>`
  return html`<h3>${label} <span class="quiet">${headers.length}</span></h3>
    <dl class="pairs">
      ${headers.map(
        ({ name, value }, at) =>
          html`<div key=${at}>
            <dt><${Scraped} text=${cut(name)} /></dt>
            <dd><${Scraped} text=${cut(value)} /></dd>
          </div>`,
      )}
    </dl>`
}
