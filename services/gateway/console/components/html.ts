/** Templates: `htm` over preact. Text in them becomes text nodes, never HTML. */
import htm from 'htm'
import { h, type ComponentChildren, type VNode } from 'preact'
import { templateTexts } from './template-text.ts'

/** The published types describe a CommonJS module; the default export is the function itself. */
interface HtmModule {
  bind: (make: typeof h) => (strings: readonly string[], ...values: unknown[]) => VNode
}

const made = (htm as unknown as HtmModule).bind(h)

/** Creates an element without parsing a template: for rows of long tables, which are created while the user scrolls. */
export const element = h as (tag: string, attributes: object | null, ...children: ComponentChildren[]) => VNode

/** Cleaned texts by template: `htm` caches parsed templates by the identity of their texts. */
const texts = new WeakMap<TemplateStringsArray, readonly string[]>()

/** Creates elements from a template literal; white space is treated as in HTML. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode {
  let own = texts.get(strings)
  if (own === undefined) {
    own = templateTexts(strings)
    texts.set(strings, own)
  }
  return made(own, ...values)
}
