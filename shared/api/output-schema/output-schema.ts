/**
 * The `schema` of the `json` output: a JSON Schema (2020-12, older spellings of definitions allowed), or a shape.
 * Because callers supply schemas, their size and depth are bounded, references may only point into the schema itself,
 * and RE2 runs their patterns.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { outputSchemaLimits } from './output-schema-limits.ts'
import { patternLimits } from '../../config/pattern-limits.ts'
import { PatternBudget, PatternTooCostlyError } from '../../urls/pattern-budget.ts'
import { compileAccepted } from '../../urls/patterns.ts'
import { readSchema } from './given-schema.ts'
import { CheckSteps, countedSchema, TooManyStepsError } from './output-schema-steps.ts'
import { addUniqueItems } from './output-schema-unique.ts'
import { SchemaWalk } from './output-schema-walk.ts'
import { outputSchemaOf, type Schema, type SchemaProblem } from './output-shape.ts'

/** A violation of a schema by a value. */
export interface SchemaError {
  /** JSON pointer into the value. */
  pointer: string
  message: string
}

/**
 * Validates a schema. This compiles the schema, which may take half a second, and must run on a separate thread.
 * @param given an object within the size and depth limits of a request.
 * @returns the problems in the order of the schema; at most as many as are reported for one request.
 */
export function outputSchemaProblems(given: Schema): SchemaProblem[] {
  const read = readSchema(given)
  if (!read.ok) return read.problems
  const schema = outputSchemaOf(given)
  const problems = new SchemaWalk(schema).problems()
  return problems.length > 0 ? problems : metaProblems(schema)
}

/**
 * Creates a validator. Every schema needs its own, because a validator keeps what it compiles.
 * @param steps counts the cost of a check.
 */
const createAjv = (steps: CheckSteps): Ajv2020 => {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateFormats: true,
    // The schema was already validated once, by the validator that has the meta-schema compiled.
    validateSchema: false,
    logger: false,
    // Inlining would compile a schema as often as it is referenced.
    inlineRefs: false,
    code: { optimize: false, regExp: Object.assign(linearRegExp, { code: 'linearRegExp' }) },
  })
  addFormats.default(ajv)
  const isUrl = formatCheck(ajv, 'url')
  if (isUrl !== null)
    ajv.addFormat('url', (text: string) => text.length <= outputSchemaLimits.urlMaxCharacters && isUrl(text))
  addUniqueItems(ajv, (count) => steps.take(count))
  steps.countIn(ajv)
  return ajv
}

/**
 * Compiles a pattern of a caller for linear time and counted steps. Ajv identifies patterns by their text.
 * @returns a matcher; `test` throws PatternTooCostlyError when its texts take more steps than `schemaSteps...` allow.
 * @throws SyntaxError when RE2 cannot run the pattern.
 */
export function linearRegExp(pattern: string): { test: (text: string) => boolean; toString: () => string } {
  const result = compileAccepted([pattern])
  if (!result.ok) throw new SyntaxError(`a pattern ${result.problems[0]?.message ?? 'is not valid'}`)
  const { schemaStepsAtFirst, schemaStepsPerText } = patternLimits
  const budget = new PatternBudget(schemaStepsAtFirst)
  const test = (text: string): boolean => {
    budget.refill(schemaStepsAtFirst, schemaStepsPerText + text.length)
    return result.patterns.matches(text, budget)
  }
  return { test, toString: () => `/${pattern}/` }
}

/** Returns the check of a format; null when the format is unknown. */
export const outputFormat = (name: string): ((text: string) => boolean) | null => formatCheck(metaAjv, name)

function formatCheck({ formats }: Pick<Ajv2020, 'formats'>, name: string): ((text: string) => boolean) | null {
  if (!Object.hasOwn(formats, name)) return null
  const format = formats[name]
  if (format instanceof RegExp) return (text) => format.test(text)
  const check = typeof format === 'object' ? format.validate : format
  if (check instanceof RegExp) return (text) => check.test(text)
  return typeof check === 'function' ? (text) => check(text as never) === true : null
}

const metaSteps = new CheckSteps()
const metaAjv = createAjv(metaSteps)

function metaProblems(schema: Schema): SchemaProblem[] {
  const { $schema: _dialect, ...plain } = schema
  metaSteps.begin()
  if (metaAjv.validateSchema(plain) !== true) {
    const rules = new Map<string, string>()
    // Only the first error at a place is reported: for a union, the error of the first branch is enough.
    for (const error of metaAjv.errors ?? []) {
      if (!rules.has(error.instancePath))
        rules.set(error.instancePath, `is not a valid JSON Schema at this place: ${ruleOf(error)}`)
    }
    return [...rules].slice(0, outputSchemaLimits.problemsMax).map(([pointer, rule]) => ({ pointer, rule }))
  }
  try {
    createAjv(new CheckSteps()).compile(countedSchema(plain))
    return []
  } catch {
    return [{ pointer: '', rule: 'must be a JSON Schema (2020-12) that can be compiled' }]
  }
}

/** Longest message: it may quote the schema of the caller, and is reported with every page. */
const messageMaxCharacters = 300
const membersListedMax = 20

function ruleOf({ keyword, message = 'invalid', params }: ErrorObject): string {
  if (keyword !== 'enum') return shortened(message)
  const members = params['allowedValues'] as unknown[]
  const listed = members.slice(0, membersListedMax).map((value) => `\`${String(value)}\``)
  return shortened(`must be one of ${listed.join(', ')}${members.length > listed.length ? ', …' : ''}`)
}

const shortened = (text: string): string =>
  text.length > messageMaxCharacters ? `${text.slice(0, messageMaxCharacters).toWellFormed()}…` : text

/**
 * Compiles a schema.
 * @param given a schema without problems.
 * @returns a function that returns the violations of a value in order, up to the number that is reported.
 */
export function compileOutputSchema(given: Schema): (value: unknown) => SchemaError[] {
  const { $schema: _dialect, ...plain } = outputSchemaOf(given)
  const steps = new CheckSteps()
  const validate = createAjv(steps).compile(countedSchema(plain))
  return (value) => {
    steps.begin()
    try {
      if (validate(value)) return []
    } catch (error) {
      if (!(error instanceof TooManyStepsError || error instanceof PatternTooCostlyError)) throw error
      return [{ pointer: '', message: 'cannot be checked: the schema asks for too many steps with this value' }]
    }
    return (validate.errors ?? [])
      .slice(0, outputSchemaLimits.errorsMax)
      .map((error) => ({ pointer: error.instancePath, message: ruleOf(error) }))
  }
}
