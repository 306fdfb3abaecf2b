/** Rules of page options that a schema cannot express: combinations, sizes, headers. */
import { jobLimits } from '../../config/limits.ts'
import { selectorProblem } from '../../selectors/css-problem.ts'
import { syntaxProblem } from '../../selectors/css-syntax.ts'
import { checkActions } from '../rules/action-rules.ts'
import { readSchema, type PendingSchema } from '../output-schema/given-schema.ts'
import { checkCountry } from '../rules/country-rule.ts'
import { checkHeaders } from '../rules/header-rules.ts'
import { isObject } from '../rules/json-object.ts'
import { needsBrowser } from './render-mode.ts'
import type { WantedFormats } from '../rules/output-formats.ts'
import { fieldName, type ProblemList } from '../rules/problem-list.ts'

/**
 * Parses the selectors that are matched without a browser. `wait_selector` is matched by a browser, so only its syntax
 * is checked.
 */
function checkSelectors(options: Record<string, unknown>, list: ProblemList): void {
  const check = (pointer: string, selector: unknown, problemOf: (text: string) => string | null): void => {
    if (typeof selector !== 'string' || list.touches(pointer)) return
    const problem = problemOf(selector)
    if (problem !== null) list.add(pointer, 'validation_failed', problem, selector)
  }
  for (const name of ['include_tags', 'exclude_tags']) {
    const selectors = options[name]
    if (!Array.isArray(selectors)) continue
    for (const [index, selector] of selectors.entries()) {
      check(`/scrape/${name}/${index}`, selector, (text) => {
        const problem = selectorProblem(text)
        return problem === null ? null : `must be a CSS selector that can be evaluated on a document: ${problem}`
      })
    }
  }
  check('/scrape/wait_selector', options['wait_selector'], syntaxProblem)
}

/**
 * Checks page options under canonical names, as far as their values have the right type.
 * @param wanted the formats of the job, wherever they were requested.
 * @returns the schema that still has to be compiled; null if none exists or when it is already known to be invalid.
 */
export function checkScrapeOptions(
  options: Record<string, unknown>,
  wanted: WantedFormats,
  list: ProblemList,
): PendingSchema | null {
  const { actions, js_render: jsRender, override_parameter: override, prompt, schema } = options
  if (Array.isArray(actions)) checkActions(actions, list)
  checkSelectors(options, list)
  checkCountry(options['geolocation'], '/scrape/geolocation', list)
  if (isObject(override) && isObject(override['headers'])) {
    const bounds = { totalMaxBytes: jobLimits.headersMaxBytes }
    checkHeaders(override['headers'], '/scrape/override_parameter/headers', bounds, list)
  }
  const pending = isObject(schema) && !list.touches('/scrape/schema') ? pendingSchema(schema, list) : null
  const screenshot = wanted.get('screenshot')
  const fullPage = wanted.get('screenshot_full_page')
  if (jsRender === false && Array.isArray(actions) && actions.length > 0) {
    list.add('/scrape/js_render', 'invalid_combination', 'must not be false together with actions')
  }
  if (jsRender === false && (screenshot ?? fullPage) !== undefined) {
    list.add('/scrape/js_render', 'invalid_combination', 'must not be false together with screenshot output')
  }
  if (screenshot !== undefined && fullPage !== undefined) {
    list.add(fullPage, 'invalid_combination', 'excludes `screenshot`: ask for one of them')
  }
  const json = wanted.get('json')
  if (json !== undefined && prompt === undefined && schema === undefined) {
    const [promptName, schemaName] = ['/scrape/prompt', '/scrape/schema'].map((at) => fieldName(list.given(at)))
    list.add(json, 'invalid_combination', `needs ${promptName} or ${schemaName}`)
  }
  return pending
}

function pendingSchema(given: Record<string, unknown>, list: ProblemList): PendingSchema | null {
  const read = readSchema(given)
  if (read.ok) return { pointer: list.given('/scrape/schema'), schema: read.schema }
  for (const { pointer, rule } of read.problems) list.add(`/scrape/schema${pointer}`, 'validation_failed', rule)
  return null
}

/**
 * Checks that the method is GET when pages need a browser, which supports no other method.
 * @param method as given; an invalid method is left for the schema to report.
 * @param options page options under canonical names.
 */
export function checkBrowserMethod(
  method: unknown,
  options: Record<string, unknown>,
  wanted: WantedFormats,
  list: ProblemList,
): void {
  const isOther = typeof method === 'string' && method !== 'GET' && !list.touches('/method')
  if (!isOther || !needsBrowser(options, wanted)) return
  list.add('/method', 'invalid_combination', 'must be `GET` when pages need a browser', method)
}
