/** Elements that show text and addresses of websites. */
import type { VNode } from 'preact'
import { element, html } from './html.ts'
import { outward, webAddress, withCodes } from './plain-text.ts'

/** Shows a title or an address of a website. */
export const Scraped = ({ text }: { text: string }): VNode =>
  element('bdi', { dir: 'auto', class: 'scraped' }, withCodes(text))

/** Links to a website when the address is `http` or `https`; shows it as text otherwise. */
export function OutwardLink({ href, text = href, base }: { href: string; text?: string; base?: string }): VNode {
  const address = webAddress(href, base)
  if (address === null) return html`<${Scraped} text=${text} />`
  return html`<a href=${address} ...${outward}><${Scraped} text=${text} /></a>`
}
