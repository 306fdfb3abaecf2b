/**
 * Distinguishes an application that only a browser fills with content from a page that has its own content. Adds points
 * for missing content and subtracts points for present content; uses general signs only, no names of websites.
 */
import { judgeLimits } from '@seine/shared/config/extract-limits.ts'
import { contentPlenty, type ShellFacts } from './js-shell-facts.ts'
import { payloadCharacters, textMinCharacters } from './js-shell-payload.ts'
import {
  applicationScript,
  askingScript,
  buildingScript,
  leadingScript,
  markupScript,
  libraryScript,
  trackerScript,
  trackingScript,
} from './js-shell-words.ts'

/** A page with at least this many points is a shell. */
const shellPoints = 3

/** Less content than this is little, in characters. */
const little = 200
/** Less content than this counts as none, in characters. */
const nothing = 20

/** Shorter scripts only show a year or a counter. */
const builderMinCharacters = 300

/** Capabilities of the scripts of a page. */
interface ScriptPower {
  /** 0: none that adds content; 1: some; 2: an application. */
  strength: 0 | 1 | 2
  leads: boolean
  /** True when an inline script creates content. */
  builds: boolean
  /** True when an inline script names an element that is empty. */
  aims: boolean
  /** True when an inline script requests data from a server and creates markup. */
  asks: boolean
  /** True when such a script names an element that is empty. */
  fills: boolean
}

/** Whether a script contains an id as a string literal, by itself or as a selector. */
const namesId = (code: string, id: string): boolean =>
  [`'${id}'`, `"${id}"`, `'#${id}'`, `"#${id}"`, `\`${id}\``].some((quoted) => code.includes(quoted))

function scriptPower(facts: ShellFacts): ScriptPower {
  let strength: 0 | 1 | 2 = 0
  let leads = false
  let builds = false
  let aims = false
  let asks = false
  let fills = false
  let left: number = judgeLimits.inlineScriptsMaxCharacters
  for (const { src, module, content } of facts.scripts) {
    if (src !== null) {
      if (trackerScript.test(src)) continue
      if (applicationScript.test(src) || (module && !libraryScript.test(src))) strength = 2
      else if (strength === 0 && !libraryScript.test(src)) strength = 1
      continue
    }
    if (left <= 0) continue
    const body = content.slice(0, Math.min(left, judgeLimits.inlineScriptMaxCharacters))
    left -= body.length
    if (leadingScript.test(body)) leads = true
    const isBuilding = buildingScript.test(body) && !trackingScript.test(body)
    if (module || isBuilding) strength = 2
    if (isBuilding && body.length > builderMinCharacters) builds = true
    if (!isBuilding) continue
    const isAsking = askingScript.test(body) && markupScript.test(body)
    if (isAsking) asks = true
    if (!facts.emptyIds.some((id) => namesId(body, id))) continue
    aims = true
    if (isAsking) fills = true
  }
  return { strength, leads, builds, aims, asks, fills }
}

/** Whether the data of a page contain what its elements lack: enough sentences to be its text. */
export const textIsInData = (facts: ShellFacts): boolean =>
  facts.data.length > 0 && payloadCharacters(facts.data) >= textMinCharacters

/**
 * Returns the reasons why a page needs a browser.
 * @param facts what was counted in it.
 * @returns short reason codes, strongest first; empty for a page that is complete without scripts.
 */
export function shellReasons(facts: ShellFacts): string[] {
  if (facts.plenty || facts.content >= contentPlenty) return []
  const content = facts.mainSeen ? facts.mainContent + 0.3 * (facts.content - facts.mainContent) : facts.content
  const { strength, leads, builds, aims, asks, fills } = scriptPower(facts)
  if (content < 100 && facts.links === 0 && facts.fields === 0 && (facts.refresh || leads)) return ['script_redirect']
  if (strength === 0) return []
  const found: [points: number, reason: string][] = []
  const sign = (points: number, reason: string): void => void (points > 0 && found.push([points, reason]))

  // A page with some text may have parts that a script adds, and so may the parts around a main region with text.
  const some = content >= 150
  const { customs, containers, placeholders, templates } = facts.mainContent >= nothing ? facts.mainGaps : facts.gaps
  if (facts.mountsEmpty > 0) sign(facts.mountsFilled > 0 ? 1 : 3, 'mount_node_empty')
  if (facts.mainEmpty > 0 && facts.mainContent < 60) sign(3, 'main_empty')
  if (customs > 0 && content < little) sign(content < nothing ? 3 : content < 100 ? 2 : 1, 'custom_element_empty')
  // An empty node that is named after its content makes other signs stronger as well.
  const isNamed = containers > 0 && content < 240
  if (containers > 0 && content < 400) sign(isNamed ? 2 : 1, 'container_empty')
  else if (fills && content < 300) sign(4, 'container_empty')
  else if (aims && content < 60) sign(2, 'container_empty')
  if (placeholders > 0 && content < 500) sign(some && !isNamed ? 1 : placeholders > 2 ? 3 : 2, 'placeholders')
  if (templates > 0 && content < 500) sign(!some && templates > 1 ? 3 : 2, 'templates')
  // Rendered applications keep their noscript note, so the note counts only where something else is missing.
  const isRendered = facts.mountsFilled > 0 && facts.mountsEmpty === 0
  if (facts.asksForScripts) sign(found.length > 0 || content < nothing ? 2 : isRendered ? 0 : 1, 'noscript')
  if (content < little) sign((content < nothing ? 2 : 0) + strength, 'little_text')
  if ((builds || asks) && (content < 100 || isNamed)) sign(isNamed ? 2 : 1, 'script_content')
  if (content < 60 && facts.inlineCharacters > 5_000) sign(1, 'script_ratio')

  const against = content >= 700 ? 5 : content >= 400 ? 3 : some ? 1 : 0
  const points = found.reduce((sum, [each]) => sum + each, 0) - against
  if (points < shellPoints) return []
  if (content < 400 && textIsInData(facts)) return []
  return found.toSorted(([a], [b]) => b - a).map(([, reason]) => reason)
}
