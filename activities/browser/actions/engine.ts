/** The program that runs in the isolated world of a document, assembled from self-contained functions. */
import { selectorEngineSource } from '../selectors/engine.ts'
import { editTools } from './in-page/edits.ts'
import { guardTools } from './in-page/guard.ts'
import { targetTools, type TargetTools } from './in-page/target.ts'

/** Functions that a document can be asked to run. */
export type Engine = Pick<
  TargetTools,
  'find' | 'take' | 'prepare' | 'coverAt' | 'frameBox' | 'showFrame' | 'revealHeld'
> &
  ReturnType<typeof guardTools> &
  ReturnType<typeof editTools>

/** Where the engine is stored in its world; no element of the page can be named like a symbol. */
export const engineKey = `globalThis[Symbol.for('engine')]`

/** An expression that installs the engine. */
export const engineSource = `(() => {
  const { dom, states, queries } = ${selectorEngineSource}
  const targets = (${targetTools.toString()})(dom, states, queries)
  const guard = (${guardTools.toString()})(dom, targets)
  const edits = (${editTools.toString()})(dom, targets)
  ${engineKey} = { ...targets, ...guard, ...edits }
})()`
