/** The program that runs in the isolated world of a document, put together from self-contained functions. */
import { cssTools } from '../selectors/in-page/css.ts'
import { domTools } from '../selectors/in-page/dom.ts'
import { nameTools } from '../selectors/in-page/names.ts'
import { queryTools } from '../selectors/in-page/queries.ts'
import { roleTools } from '../selectors/in-page/roles.ts'
import { stateTools } from '../selectors/in-page/states.ts'
import { editTools } from './in-page/edits.ts'
import { guardTools } from './in-page/guard.ts'
import { targetTools, type TargetTools } from './in-page/target.ts'

/** What can be asked of a document. */
export type Engine = Pick<
  TargetTools,
  'find' | 'take' | 'prepare' | 'coverAt' | 'frameBox' | 'showFrame' | 'revealHeld'
> &
  ReturnType<typeof guardTools> &
  ReturnType<typeof editTools>

/** Where the engine lives in its world; a page can name no element like a symbol. */
export const engineKey = `globalThis[Symbol.for('engine')]`

/** An expression that installs the engine. */
export const engineSource = `(() => {
  const dom = (${domTools.toString()})()
  const roles = (${roleTools.toString()})(dom)
  const names = (${nameTools.toString()})(dom, roles)
  const states = (${stateTools.toString()})(dom, roles)
  const css = (${cssTools.toString()})(dom)
  const queries = (${queryTools.toString()})(dom, roles, names, states, css)
  const targets = (${targetTools.toString()})(dom, states, queries)
  const guard = (${guardTools.toString()})(dom, targets)
  const edits = (${editTools.toString()})(dom, targets)
  ${engineKey} = { ...targets, ...guard, ...edits }
})()`
