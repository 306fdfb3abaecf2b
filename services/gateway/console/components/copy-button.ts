/** Copies text. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { html } from './html.ts'

/** How long a button says that it has copied, milliseconds. */
const saidMs = 1_500

/** Puts text into the clipboard; where browsers do not allow that, by the older way of a selection. */
export async function copyText(text: string): Promise<void> {
  if (globalThis.isSecureContext) {
    await navigator.clipboard.writeText(text)
    return
  }
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'offscreen'
  // In an open dialog, what is outside it cannot be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}

/** A button that copies text. @param label its name. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }): VNode {
  const [said, setSaid] = useState(false)
  const copy = async (): Promise<void> => {
    await copyText(text)
    setSaid(true)
    setTimeout(() => setSaid(false), saidMs)
  }
  return html`<button type="button" class="small" onClick=${() => void copy()}>
    ${label}<span role="status" class="said">${said ? ' Copied' : ''}</span>
  </button>`
}
