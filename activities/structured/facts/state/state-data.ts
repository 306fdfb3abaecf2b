/** Extracts page data from a state: bounded copies, without texts and settings of the user interface. */
import { factLimits } from '../../limits/structured-limits.ts'

/** Names of members that hold the user interface, the build or the visitor's settings. */
const noData =
  /^(?:_?_?(?:i18n|nexti18next|apollo_?config|typename|n_ssp|n_ssg)|(?:initial)?i18n\w*|messages|translations?|locale(?:s|data)?|dictionary|strings|(?:runtime|public|app|site|client|env|ad|ads|analytics|tracking)?config(?:uration)?|env|environment|feature_?(?:flags?|toggles?)|flags|experiments?|ab_?tests?|build_?(?:id|manifest)|asset_?prefix|scriptloader|dynamicids|css|styles?|theme|svg|routes?|router|polyfills|gtm|cookies?|consent\w*|headers?|csrf\w*|token|user_?agent|errors?|modals?|is_?fallback|gssp|gsp|appgip)$/i

/** A part of a copy that is still to be filled. */
interface Pending {
  from: unknown
  put: (value: unknown) => void
  depth: number
  /** The part that contains this one; null for a whole state. */
  within: Pending | null
}

/** States may contain themselves: such a part is left out. */
function isWithinItself(part: Pending): boolean {
  for (let at = part.within; at !== null; at = at.within) if (at.from === part.from) return true
  return false
}

/**
 * Copies states breadth-first over all of them, so that a large state does not use up the budget of the others. Empty
 * states are left out.
 * @param isInterface whether a member is not page data, judged by its name.
 */
export function keptState(states: readonly unknown[], isInterface = (name: string) => noData.test(name)): unknown[] {
  const kept: unknown[] = states.map(() => null)
  const queue: Pending[] = states.map((from, at) => ({
    from,
    put: (value) => (kept[at] = value),
    depth: 0,
    within: null,
  }))
  let values: number = factLimits.stateValuesMax
  let characters: number = factLimits.stateTextMaxCharacters
  for (let at = 0; at < queue.length && values > 0; at++) {
    const part = queue[at]!
    const { from, put, depth } = part
    values--
    if (typeof from === 'string') {
      const text = from.slice(0, factLimits.entityValueMaxCharacters)
      characters -= text.length
      put(characters > 0 ? text : '')
    } else if (typeof from !== 'object' || from === null) {
      if (typeof from === 'number' || typeof from === 'boolean') put(from)
    } else if (depth < factLimits.stateDepthMax && !isWithinItself(part)) {
      put(copyOf(from, part, queue, isInterface))
    }
  }
  return kept.filter((value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0)
}

/** Maximum number of members copied from one object or list. */
const membersMax = 2_000

function copyOf(from: object, within: Pending, queue: Pending[], isInterface: (name: string) => boolean): unknown {
  if (queue.length > factLimits.stateValuesMax) return null
  const depth = within.depth + 1
  if (Array.isArray(from)) {
    const list: unknown[] = []
    for (const each of from.slice(0, membersMax)) {
      const at = list.push(null) - 1
      queue.push({ from: each, put: (value) => (list[at] = value), depth, within })
    }
    return list
  }
  const object = Object.create(null) as Record<string, unknown>
  let left = membersMax
  for (const [name, each] of Object.entries(from)) {
    if (left-- <= 0) break
    if (each === null || each === undefined || each === '' || isInterface(name)) continue
    queue.push({ from: each, put: (value) => (object[name] = value), depth, within })
  }
  return object
}
