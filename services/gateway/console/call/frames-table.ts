/** The frames of a socket, or the events of a stream. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Fold } from '../components/fold.ts'
import { html } from '../components/html.ts'
import { LongText } from '../components/long-text.ts'
import { Empty } from '../components/states.ts'
import { Scraped } from '../components/scraped.ts'
import { countText, millisText, sizeText } from '../components/words.ts'
import type { CallFrame, CapturedCall } from '../calls/captured-call.ts'

/** Frames that are shown at first, and more with each request for more. */
const framesStep = 100
/** Characters of a frame in its row; the whole frame opens below. */
const previewCharacters = 200

function dataOf({ text, isBase64, event, isTruncated }: CallFrame): VNode {
  const label =
    event === null
      ? null
      : html`<span class="quiet"
          ><${Scraped}
            text=${event.type.slice(0, 100)}
          />${event.id === '' ? '' : html` · id <${Scraped} text=${event.id.slice(0, 100)} />`}
        </span>`
  const note = [isBase64 ? 'binary, base64' : '', isTruncated ? 'cut' : ''].filter(Boolean).join(', ')
  const notes = note === '' ? null : html` <span class="quiet">(${note})</span>`
  if (text.length <= previewCharacters) return html`${label}<${Scraped} text=${text} />${notes}`
  const preview = html`<${Scraped} text=${text.slice(0, previewCharacters)} />…${notes}`
  return html`${label}<${Fold} summary=${preview}><${LongText} label="Frame" text=${text} /><//>`
}

const frameRow = (frame: CallFrame, at: number): VNode =>
  html`<tr key=${at}>
    <td>${frame.isSent ? '↑ sent' : '↓ received'}</td>
    <td class="number">${frame.atMs === null ? '–' : millisText(frame.atMs)}</td>
    <td class="number">${sizeText(frame.bytes)}</td>
    <td class="wide">${dataOf(frame)}</td>
  </tr>`

/** The table of frames or events of a call, with the number that was not kept. */
export function FramesTable({ call }: { call: CapturedCall }): VNode {
  const { frames, framesTotal } = call
  const [shown, setShown] = useState(framesStep)
  if (frames.length === 0)
    return html`<${Empty}>${framesTotal === 0 ? 'No frames.' : 'Frames were counted and not kept.'}<//>`
  return html`<p class="quiet">
      ${countText(framesTotal, 'frame')}${framesTotal > frames.length ? `, ${frames.length} listed` : ''}
    </p>
    <table class="frames" aria-label="Frames">
      <thead>
        <tr>
          <th scope="col">Direction</th>
          <th scope="col" class="number">Time</th>
          <th scope="col" class="number">Size</th>
          <th scope="col">Data</th>
        </tr>
      </thead>
      <tbody>
        ${frames.slice(0, shown).map(frameRow)}
      </tbody>
    </table>
    ${shown < frames.length ? html`<p><button type="button" onClick=${() => setShown(shown + framesStep)}>More frames</button></p>` : null}`
}
