/** Tenant and id of the key in the header. */
import type { VNode } from 'preact'
import { useResource } from '../api/resource.ts'
import { html } from '../components/html.ts'
import { Scraped } from '../components/scraped.ts'

/** What the header needs of `GET /key`. */
interface KeyNames {
  key_id: string
  tenant: string
}

/** Shows tenant and key id; empty until the service has answered. */
export function KeyWords(): VNode | null {
  const { data } = useResource<KeyNames>('key')
  if (data === null) return null
  return html`<span class="key-words" title="Tenant and key id"
    ><${Scraped} text=${data.tenant} /> · <${Scraped} text=${data.key_id}
  /></span>`
}
