/** A button that copies text to the clipboard. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { html } from './html.ts'

/** How long the button confirms a copy, milliseconds. */
const saidMs = 1_500

/** Copies text by the Clipboard API. Outside secure contexts, where it is missing, by `execCommand`. */
export async function copyText(text: string): Promise<void> {
  if (globalThis.isSecureContext) {
    await navigator.clipboard.writeText(text)
    return
  }
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'offscreen'
  // While a dialog is open, elements outside it cannot be selected.
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
