/** A link to another view. */
import type { ComponentChildren, VNode } from 'preact'
import { viewsRoot } from '../api/root.ts'
import { html } from './html.ts'

/** Address of a view. @param to path below `/console/`, with its query. */
export const viewAddress = (to: string): string => viewsRoot + to

/** A link to a view. The router handles clicks without loading the document again. */
export const Link = ({
  to,
  children,
  ...rest
}: {
  to: string
  children?: ComponentChildren
  [name: string]: unknown
}): VNode => html`<a href=${viewAddress(to)} ...${rest}>${children}</a>`
