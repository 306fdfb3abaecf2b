/** The screenshot of a page; loaded only from the service's object store. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { storeOrigin } from '../api/root.ts'
import { html } from '../components/html.ts'
import { outward, webAddress, withCodes } from '../components/plain-text.ts'
import { Empty } from '../components/states.ts'

/**
 * A picture by its presigned link.
 * @param url address of the page that it shows.
 * @param reload reads the page again, for a new link.
 */
export function Screenshot({ link, url, reload }: { link: string; url: string; reload: (() => void) | null }): VNode {
  const [broken, setBroken] = useState('')
  const address = webAddress(link)
  if (address === null || new URL(address).origin !== storeOrigin) {
    return html`<${Empty}
      >The picture is not in the store that this console may
      show.${' '}${address === null ? null : html`<a href=${address} ...${outward}>Open it</a>`}<//
    >`
  }
  if (broken === address) {
    return html`<${Empty}
      >The picture could not be loaded; its link may have expired.${' '}<button type="button" onClick=${reload}>
        Get a new link
      </button><//
    >`
  }
  return html`<img
    class="screenshot"
    src=${address}
    alt="Screenshot of ${withCodes(url)}"
    referrerpolicy="no-referrer"
    onError=${() => setBroken(address)}
  />`
}
