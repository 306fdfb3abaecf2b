/** What a call was: address, answer, redirects, initiator, and all headers. */
import type { ComponentChildren, VNode } from 'preact'
import { html } from '../components/html.ts'
import { OutwardLink, Scraped } from '../components/scraped.ts'
import { millisText } from '../components/words.ts'
import type { CallInitiator, CallRedirect, CapturedCall } from '../calls/captured-call.ts'
import { HeaderList } from './header-list.ts'

const fact = (name: string, value: ComponentChildren): VNode =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`

function initiatorOf({ type, url, line, column, callId }: CallInitiator, choose: (id: string) => void): VNode {
  const at = line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`
  return html`<${Scraped} text=${type} />${url === null ? null : html` · <${OutwardLink} href=${url} />${at}`}
    ${callId === null ? null : html`${' '}<button type="button" class="small" onClick=${() => choose(callId)}>Show its call</button>`}`
}

function RedirectItem({ hop }: { hop: CallRedirect }): VNode {
  return html`<li>
    <details>
      <summary>
        ${`${hop.status ?? 'no answer'} ${hop.method} `}<${Scraped} text=${hop.url} />${' '}
        ${hop.timeMs === null ? '' : html`<span class="quiet">${millisText(hop.timeMs)}</span>`}
      </summary>
      ${hop.location === null ? null : html`<p>to <${OutwardLink} href=${hop.location} base=${hop.url} /></p>`}
      <${HeaderList} label="Headers of the redirect" headers=${hop.responseHeaders} />
      <${HeaderList} label="Headers of its request" headers=${hop.requestHeaders} />
    </details>
  </li>`
}

/** @param choose shows another call. */
export function HeadersTab({ call, choose }: { call: CapturedCall; choose: (id: string) => void }): VNode {
  const { status, statusText, httpVersion, redirects, redirectTo, serverAddress, cache, failure } = call
  return html`<dl class="pairs">
      ${fact('URL', html`<${OutwardLink} href=${call.url} />`)}
      ${fact('Method', html`<${Scraped} text=${call.method} />`)}
      ${fact('Status', status === null ? call.state : html`${status} <${Scraped} text=${statusText} />`)}
      ${failure === null ? null : fact('Failure', html`<span class="bad"><${Scraped} text=${failure} /></span>`)}
      ${httpVersion === '' ? null : fact('Protocol', html`<${Scraped} text=${httpVersion} />`)}
      ${serverAddress === null ? null : fact('Server', html`<${Scraped} text=${serverAddress} />`)}
      ${cache === null ? null : fact('Answered by', html`<${Scraped} text=${cache} />`)}
      ${fact('Initiator', initiatorOf(call.initiator, choose))}
      ${redirectTo === null ? null : fact('Redirects to', html`<${OutwardLink} href=${redirectTo} base=${call.url} />`)}
    </dl>
    ${
      redirects.length === 0
        ? null
        : html`<h3>Redirects before it</h3>
            <ol class="redirects">
              ${redirects.map((hop, at) => html`<${RedirectItem} key=${at} hop=${hop} />`)}
            </ol>`
    }
    <${HeaderList} label="Response headers" headers=${call.responseHeaders} />
    <${HeaderList} label="Request headers" headers=${call.requestHeaders} />`
}
