/** The selector engine as source text for a page, assembled from self-contained functions. */
import { cssTools } from './in-page/css.ts'
import { domTools } from './in-page/dom.ts'
import { generatedTools } from './in-page/generated.ts'
import { nameTools } from './in-page/names.ts'
import { queryTools } from './in-page/queries.ts'
import { roleTools } from './in-page/roles.ts'
import { stateTools } from './in-page/states.ts'

/** An expression whose value is `{ dom, states, queries }`. */
export const selectorEngineSource = `(() => {
  const dom = (${domTools.toString()})()
  const roles = (${roleTools.toString()})(dom)
  const generated = (${generatedTools.toString()})(dom)
  const names = (${nameTools.toString()})(dom, roles, generated)
  const states = (${stateTools.toString()})(dom, roles)
  const css = (${cssTools.toString()})(dom)
  const queries = (${queryTools.toString()})(dom, roles, names, states, css)
  return { dom, states, queries }
})()`
