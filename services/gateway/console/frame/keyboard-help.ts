/** The dialog with the keyboard shortcuts. */
import type { VNode } from 'preact'
import { Dialog } from '../components/dialog.ts'
import { html } from '../components/html.ts'
import { keyboardHelp, setSingleKeys, singleKeys } from './keyboard.ts'
import { mainViews } from './views.ts'

const others: readonly [keys: readonly string[], what: string][] = [
  [['/'], 'Filter of the view'],
  [['j', 'k'], 'Next and previous row'],
  [['[', ']'], 'Previous and next page of a job'],
  [['?'], 'This help'],
  [['Esc'], 'Close'],
]

const close = (): void => {
  keyboardHelp.value = false
}

const line = (keys: readonly string[], what: string): VNode =>
  html`<div>
    <dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
    <dd>${what}</dd>
  </div>`

/** The dialog; nothing while it is closed. */
export function KeyboardHelp(): VNode | null {
  if (!keyboardHelp.value) return null
  return html`<${Dialog} title="Keyboard" onClose=${close}>
    <dl class="keys">
      ${mainViews.map(({ key, name }) => line(['g', key], name))} ${others.map(([keys, what]) => line(keys, what))}
    </dl>
    <p>
      <label class="check"
        ><input
          type="checkbox"
          checked=${singleKeys.value}
          onChange=${(event: Event) => setSingleKeys((event.target as HTMLInputElement).checked)}
        />
        Single-key shortcuts</label
      >
    </p>
    <p class="actions"><button type="button" onClick=${close}>Close</button></p>
  <//>`
}
