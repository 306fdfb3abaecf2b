/** Shows clean HTML in a sandboxed frame: opaque origin, no scripts, no requests, no navigation. */
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { html } from '../components/html.ts'

interface FramePolicy {
  createHTML: (text: string) => string
}

interface FramePolicyFactory {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => FramePolicy
}

/** Elements that are removed with their content. */
const unwanted =
  'script, style, link, meta, base, title, iframe, frame, frameset, object, embed, applet, form, input, button, select, textarea, template, noscript, portal, fencedframe, audio, video, source, track, picture, img, image, svg, math'

/** Attributes that are kept. */
const kept = new Set(['colspan', 'rowspan', 'lang', 'dir', 'start', 'reversed', 'value', 'datetime', 'open', 'scope'])

let policy: FramePolicy | null = null

/** Creates the Trusted Types value for `srcdoc`; only `frameText` calls it. */
function trusted(text: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: FramePolicyFactory }
  if (trustedTypes === undefined) return text
  policy ??= trustedTypes.createPolicy('seine-frame', { createHTML: (made) => made })
  return policy.createHTML(text)
}

/** Returns the HTML without scripts, requests, forms and links. */
function cleaned(text: string): string {
  const parsed = new DOMParser().parseFromString(trusted(text), 'text/html')
  for (const picture of parsed.querySelectorAll('img, picture, svg')) {
    const words = picture.getAttribute('alt') ?? picture.querySelector('img')?.getAttribute('alt') ?? ''
    picture.replaceWith(parsed.createTextNode(words === '' ? '▧' : `▧ ${words}`))
  }
  for (const element of parsed.querySelectorAll(unwanted)) element.remove()
  for (const element of parsed.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) if (!kept.has(name)) element.removeAttribute(name)
  }
  return parsed.body.innerHTML
}

/** The document of the frame, with its own content security policy in addition to that of the console. */
const frameText = (text: string): string =>
  `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'"></head><body>${cleaned(text)}</body></html>`

/** The sandboxed frame. */
export function CleanFrame({ text }: { text: string }): VNode {
  const ref = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (ref.current !== null) ref.current.srcdoc = trusted(frameText(text))
  }, [text])
  return html`<iframe
    ref=${ref}
    title="Clean HTML"
    class="clean-frame"
    sandbox=""
    referrerpolicy="no-referrer"
  ></iframe>`
}
