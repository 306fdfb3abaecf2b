/** What of a state is data of the page: bounded copies, without the words and settings of the interface. */
import { factLimits } from '@seine/shared/config/json-limits.ts'

/** Members that hold the interface, the build and the visitor's settings. */
const noData =
  /^(?:_?_?(?:i18n|nexti18next|apollo_?config|typename|n_ssp|n_ssg)|(?:initial)?i18n\w*|messages|translations?|locale(?:s|data)?|dictionary|strings|(?:runtime|public|app|site|client|env|ad|ads|analytics|tracking)?config(?:uration)?|env|environment|feature_?(?:flags?|toggles?)|flags|experiments?|ab_?tests?|build_?(?:id|manifest)|asset_?prefix|scriptloader|dynamicids|css|styles?|theme|svg|routes?|router|polyfills|gtm|cookies?|consent\w*|headers?|csrf\w*|token|user_?agent|errors?|modals?|is_?fallback|gssp|gsp|appgip)$/i

/** One place of a copy that is still to be filled. */
interface Pending {
  from: unknown
  put: (value: unknown) => void
  depth: number
  /** What it is part of. */
  within: Pending | null
}

/** States may hold themselves: such a part is left out. */
function isWithinItself(part: Pending): boolean {
  for (let at = part.within; at !== null; at = at.within) if (at.from === part.from) return true
  return false
}

/**
 * Copies states, the outer values of all of them first, so that a large one does not take the room of the rest.
 * Empty ones are left out.
 * @param isInterface whether a member is no data of the page, by its name.
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

/** Members beyond these are left out of one object or list. */
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
