/** Long text of a website. Shows its beginning, and more on request. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { viewLimits } from '../console-view-limits.ts'
import { CopyButton } from './copy-button.ts'
import { html } from './html.ts'
import { numberText } from './words.ts'

/** A text in a scrollable box. @param label its name. */
export function LongText({ text, label }: { text: string; label: string }): VNode {
  const [shown, setShown] = useState<number>(viewLimits.textChars)
  const more = (): void => setShown((before) => before + viewLimits.textChars)
  return html`<div class="long-text">
    <p class="actions">
      <${CopyButton} text=${text} /><span class="quiet">${numberText(text.length)} characters</span>
    </p>
    <pre tabindex="0" role="group" aria-label=${label} dir="auto"><code>${text.slice(0, shown)}</code></pre>
    ${text.length > shown ? html`<p class="actions"><button type="button" onClick=${more}>Show more</button><span class="quiet">The first ${numberText(shown)} are shown.</span></p>` : null}
  </div>`
}
