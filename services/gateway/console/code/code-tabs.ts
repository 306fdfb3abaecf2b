/** Code samples of a request, one tab for each language. All samples of the page use the language chosen last. */
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { serviceRoot } from '../api/root.ts'
import { CopyButton } from '../components/copy-button.ts'
import { html } from '../components/html.ts'
import { codeLanguages } from './request-code.ts'
import type { CodedRequest } from './coded-request.ts'
import { Tabs } from '../components/tabs.ts'

const language = signal('curl')

const choose = (chosen: string): void => {
  language.value = chosen
}

/** Shows a request as code, with a button that copies it. */
export function CodeTabs({ request }: { request: CodedRequest }): VNode {
  const { id, code } = codeLanguages.find((each) => each.id === language.value) ?? codeLanguages[0]!
  const text = code(request, serviceRoot.replace(/\/$/, ''))
  return html`<section role="region" aria-label="Same request as code" class="code">
    <${Tabs} label="Language" tabs=${codeLanguages} chosen=${id} onChoose=${choose}>
      <pre><code>${text}</code></pre>
    <//>
    <p class="actions">
      <${CopyButton} text=${text} /><span class="quiet">The key is read from <code>$SEINE_KEY</code>.</span>
    </p>
  </section>`
}
