/** The body of a request or an answer: text, a picture by its first bytes, or bytes. Never a document. */
import type { VNode } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { CopyButton } from '../components/copy-button.ts'
import { html } from '../components/html.ts'
import { withCodes } from '../components/plain-text.ts'
import { sizeText } from '../components/words.ts'
import { captureViewLimits } from '../calls/capture-limits.ts'
import { hexRows, rowBytes, classifyBody } from '../calls/body-kind.ts'
import type { CallBody } from '../calls/captured-call.ts'
import { formattedJson } from './formatted-json.ts'

/** Longer media types are cut. */
const mimeMaxCharacters = 200
const step = captureViewLimits.bodyStepCharacters
/** Rows of sixteen bytes that are shown. */
const bytesRows = 64

function TextBody({ text }: { text: string }): VNode {
  const [shown, setShown] = useState(step)
  const [isFormatted, setFormatted] = useState(false)
  const formatted = useMemo(() => formattedJson(text), [text])
  const whole = isFormatted && formatted !== null ? formatted : text
  return html`<p class="actions">
      <${CopyButton} text=${text} label="Copy body" />
      ${formatted === null ? null : html`<button type="button" class="small" aria-pressed=${String(isFormatted)} onClick=${() => setFormatted(!isFormatted)}>Formatted</button>`}
    </p>
    <pre tabindex="0" dir="auto">${whole.slice(0, shown)}</pre>
    ${shown < whole.length ? html`<p><button type="button" onClick=${() => setShown(shown + step)}>More text</button> <span class="quiet">${sizeText(shown)} of ${sizeText(whole.length)}</span></p>` : null}`
}

function PictureBody({ type, bytes }: { type: string; bytes: Uint8Array }): VNode {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return html`<p>
    ${address === null ? null : html`<img class="body-picture" src=${address} alt="Picture of the body, ${type}" />`}
  </p>`
}

function BytesBody({ bytes }: { bytes: Uint8Array }): VNode {
  const most = bytesRows * rowBytes
  return html`<pre class="bytes" tabindex="0">${hexRows(bytes, bytesRows)}</pre>
    ${bytes.byteLength > most ? html`<p class="quiet">The first ${most} bytes.</p>` : null}`
}

function bodyOf(body: CallBody): VNode {
  const shown = classifyBody(body)
  if (shown.kind === 'text') return html`<${TextBody} text=${shown.text} />`
  if (shown.kind === 'picture') return html`<${PictureBody} type=${shown.type} bytes=${shown.bytes} />`
  if (shown.kind === 'bytes') return html`<${BytesBody} bytes=${shown.bytes} />`
  const words = shown.reason === null ? 'No body.' : `The body is missing: ${shown.reason.replaceAll('_', ' ')}.`
  return html`<p class="quiet">${words}</p>`
}

/** The body with its type and size. */
export function BodyView({ body }: { body: CallBody }): VNode {
  const content = useMemo(() => bodyOf(body), [body])
  if (body.text === null) return content
  const facts = [
    withCodes(body.mimeType.slice(0, mimeMaxCharacters)),
    body.bytes === null ? 'size not known' : sizeText(body.bytes),
    body.isTruncated ? 'cut' : '',
  ]
  return html`<p class="quiet"><bdi>${facts.filter((fact) => fact !== '').join(' · ')}</bdi></p>
    ${content}`
}
